import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { startLifecycle } from '#kit/server/process/lifecycle.ts'

// Registers one thing to stop for each word given, says "ready", and stays:
//   NAME     stops, and says so      hang     never stops
//   broken   fails to stop           throw    makes an uncaught exception at once
//   reject   makes an unhandled rejection at once
//   busy     never stops, in a thread that an end in order would wait for
const busyThread = `
  require('node:child_process').execFileSync('sleep', ['30'], { stdio: 'ignore' })`
const threads = new Set<Worker>()
const words = process.argv.slice(2)
const lifecycle = startLifecycle({
  log: pino({ level: 'info' }, pino.destination({ dest: 2, sync: true })),
  timeoutMs: 1_500,
})
const ticking = setInterval(() => undefined, 60_000)
lifecycle.stopping.addEventListener('abort', () => console.log('stopping'))
for (const word of words) {
  if (word === 'throw')
    setTimeout(() => {
      throw new Error('nobody catches this')
    })
  else if (word === 'reject') void Promise.reject(new Error('nobody catches this'))
  else
    lifecycle.onStop(word, async () => {
      if (word === 'broken') throw new Error('it is broken')
      console.log(`stops ${word}`)
      if (word === 'busy') threads.add(new Worker(busyThread, { eval: true }))
      if (word === 'hang' || word === 'busy') await new Promise(() => ticking.ref())
    })
}
console.log('ready')
