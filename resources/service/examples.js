// An example for each way to score.

const turns = (...rows) => rows.map(([speaker, begin, end, text]) => `board 1 ${speaker} ${begin} ${end} ${text}\n`).join("");
const spoken = (...rows) =>
  rows.map(([speaker, begin, length]) => `SPEAKER board 1 ${begin} ${length} <NA> <NA> ${speaker} <NA> <NA>\n`).join("");

const texts = {
  format: "one",
  normaliser: "basic",
  ref: "The first train to Harwich leaves at nine and calls at Colchester, so have your tickets ready.",
  hyp: "the first train to Harwich leaves at nine and calls at Manchester so have all your ticket ready",
  other: "the first train to Harwich leaves at nine and calls at Colchester so have your ticket ready",
};

export const EXAMPLES = {
  word: texts,
  character: texts,
  meetings: {
    format: "stm",
    ref: turns(["anna", 0, 2, "shall we begin with the budget"], ["ben", 2, 4, "yes it is on the second page"], ["anna", 4, 5, "thank you"]),
    hyp: turns(["1", 0, 2, "shall we begin with a budget"], ["2", 2, 4, "yes it is on second page"], ["1", 4, 5, "thank you"]),
  },
  diarisation: {
    format: "rttm",
    ref: spoken(["anna", 0, 4], ["ben", 4, 3.5], ["anna", 8, 2]),
    hyp: spoken(["1", 0, 4.5], ["2", 4.5, 3], ["2", 8, 2]),
  },
};
