// Questions to the server. Long ones arrive as a stream that tells progress; leaving the page, or the signal, calls them off.

/** What is wrong, as the server says it. */
export class ApiError extends Error {
  constructor(refusal) { super(refusal.message); Object.assign(this, refusal); }
}

const offline = () => new ApiError({ kind: 'offline', message: 'The server does not answer. Is `grundy serve` still running?' });

async function send(name, body, accept, signal) {
  try {
    return await fetch(`/api/${name}`, {
      method: 'POST', signal, headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offline();
  }
}

/** Asks a question; with `onProgress` by a stream. */
export async function ask(name, body, { signal, onProgress } = {}) {
  const response = await send(name, body, onProgress ? 'text/event-stream' : 'application/json', signal);
  if (!response.ok) throw new ApiError(await response.json());
  return onProgress ? events(response, onProgress) : response.json();
}

async function events(response, onProgress) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw offline();
    const parts = (rest + value).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const [, name, data] = part.match(/^event: (\w+)\ndata: ([^]*)$/);
      const message = JSON.parse(data);
      if (name === 'progress') onProgress(message);
      else if (name === 'error') throw new ApiError(message);
      else return message;
    }
  }
}

/** A file: a picture, a table, a text. */
export async function file(name, body) {
  const response = await send(name, body, '*/*');
  if (!response.ok) throw new ApiError(await response.json());
  const kept = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') || '');
  return { blob: await response.blob(), name: kept ? kept[1] : `${name}.json` };
}

const lists = new Map();

/** Lists that do not change. */
export function list(name) {
  if (!lists.has(name)) {
    const asked = fetch(`/api/${name}`).then(async response => { if (!response.ok) throw new ApiError(await response.json()); return response.json(); }, () => { throw offline(); });
    asked.catch(() => lists.delete(name));
    lists.set(name, asked);
  }
  return lists.get(name);
}
