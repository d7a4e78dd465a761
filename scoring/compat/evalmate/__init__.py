"""evalmate's modules under their names: a user changes `from evalmate import ...` and nothing else.

    >>> from scoring.compat.evalmate import evaluator
    >>> from scoring.compat.evalmate.annotations import Label, LabelList
    >>> ref = LabelList(labels=[Label("music", 0, 5), Label("speech", 5, 11)])
    >>> hyp = LabelList(labels=[Label("music", 0, 4), Label("speech", 4, 11)])
    >>> evaluator.SegmentEvaluator().evaluate(ref, hyp).confusion.error_rate
    0.09090909090909091

What audiomate gave (labels, label lists, corpora, Audacity files) stands in `annotations`.
"""
