// How the web app holds up on this machine: node bench/web.mjs GRUNDY [SECONDS]
// 50 players who move at once (the 99th percentile of a move's answer), then 200 clients that ask for everything, for so many seconds;
// memory of the server before and after. Everything stays on loopback and ends by itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [program, seconds = '30'] = process.argv.slice(2);
if (!program) { console.error('usage: node bench/web.mjs GRUNDY [SECONDS]'); process.exit(2); }
const child = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const port = await new Promise(found => child.stdout.on('data', data => found(/:(\d+)\//.exec(data)[1])));
const agent = new http.Agent({ keepAlive: true, maxSockets: 400 });
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] || 0);

const ask = (name, body) => new Promise((done, failed) => {
  const started = process.hrtime.bigint();
  const data = JSON.stringify(body);
  const request = http.request({ port, host: '127.0.0.1', agent, method: 'POST', path: `/api/${name}`, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) } }, response => {
    const parts = [];
    response.on('data', part => parts.push(part));
    response.on('end', () => done({ status: response.statusCode, ms: Number(process.hrtime.bigint() - started) / 1e6, body: Buffer.concat(parts) }));
  });
  request.on('error', failed);
  request.end(data);
});

// The games of the course notes.
const STARTS = ['nim(3,4,5)', 'nim(25,21,11)', 'take{1,3,4}(10,20,30)', 'take{2,3,5}(8)', 'kayles(7)', 'candy(2,4) + candy(5,9) + candy(3,6)', 'chop(4x5)', 'chomp(3x4)', 'queen(3,5)', 'bricks(7) + chop(2x2)'];

const percentile = (list, part) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];

/** A player who thinks for a moment, moves, and is answered. */
async function player(number, until, times, wrong) {
  let at = STARTS[number % STARTS.length];
  while (Date.now() < until) {
    await new Promise(done => setTimeout(done, 400 + Math.random() * 1200));
    const { status, ms, body } = await ask('reply', { position: at, strength: 'casual' });
    times.push(ms);
    if (status !== 200) wrong.push(`${at}: ${status}`);
    at = JSON.parse(body).reply?.to || STARTS[number % STARTS.length];
  }
}

const QUESTIONS = [
  ['board', { position: 'nim(3,4,5)' }], ['value', { position: 'kayles(20) + *3' }], ['explain', { position: 'nim(3,4,6)' }], ['table', { game: 'candy', to: '8x8' }],
  ['period', { game: 'kayles' }], ['graph', { position: 'candy(3,4)' }], ['moves', { position: 'chomp(3x4)', all: true }], ['calc', { expression: '27 xor 13' }], ['draw', { position: 'cram(3x4)' }],
];

async function client(number, until, counts, wrong) {
  for (let turn = number; Date.now() < until; turn++) {
    const [name, body] = QUESTIONS[turn % QUESTIONS.length];
    try {
      const { status } = await ask(name, body);
      counts.requests++;
      if (status !== 200) wrong.push(`${name}: ${status}`);
    } catch (error) { wrong.push(`${name}: ${error.message}`); }
  }
}

await ask('calc', { expression: '1' });
const before = memory();
const times = [], wrong = [];
const span = Math.min(60, Number(seconds)) * 1000;
await Promise.all(Array.from({ length: 50 }, (_, n) => player(n, Date.now() + Math.min(span, 15000), times, wrong)));
console.log(`50 players: ${times.length} moves, median ${percentile(times, 0.5).toFixed(1)} ms, 99th percentile ${percentile(times, 0.99).toFixed(1)} ms, ${wrong.length} errors`);
const counts = { requests: 0 }, failed = [];
await Promise.all(Array.from({ length: 200 }, (_, n) => client(n, Date.now() + span, counts, failed)));
console.log(`200 clients, ${span / 1000} s: ${counts.requests} requests, ${Math.round(counts.requests / (span / 1000))} a second, ${failed.length} errors ${[...new Set(failed)].slice(0, 3).join('; ')}`);
console.log(`memory: ${Math.round(before / 1024)} MiB before, ${Math.round(memory() / 1024)} MiB after`);
agent.destroy();
child.kill('SIGINT');
process.exitCode = failed.length + wrong.length ? 1 : 0;
