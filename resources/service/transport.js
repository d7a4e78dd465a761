// How the pages ask the methods of the service: over HTTP.

export const ask = (path, options) => fetch(path, options);
