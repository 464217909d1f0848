import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { releaseUnusedMemory } from '#kit/server/process/unused-memory.ts'

// Leaves garbage of 120 MB behind while small things come and go, as a server does that a few
// devices report to; prints, when most of it was given back, how many collections of the whole heap
// V8 began in steps since, and how many there were.
type Collection = PerformanceEntry & { readonly detail: { readonly kind: number } }
const kinds: number[] = []
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) kinds.push((entry as Collection).detail.kind)
})
let garbage: unknown[] | null = Array.from({ length: 2_000_000 }, (_, index) => ({ index }))
// What lives through two collections of new objects is not given back by a third.
for (let round = 0; round < 100; round++) JSON.parse(JSON.stringify(garbage.slice(0, 10_000)))
garbage = null
observer.observe({ entryTypes: ['gc'] })
const before = process.memoryUsage.rss()
// So little that it is idle also where others leave it half of a processor.
const busy = setInterval(() => JSON.parse(JSON.stringify(Array(5_000).fill('text'))), 20)
releaseUnusedMemory(() => 0, { checkIntervalMs: 200, firstAfterMs: 0, minimumIntervalMs: 500 })
const watch = setInterval(() => {
  if (before - process.memoryUsage.rss() < 80 * 2 ** 20) return
  clearInterval(watch)
  clearInterval(busy)
  setTimeout(() => {
    const count = (asked: number) => kinds.filter((kind) => kind === asked).length
    const inSteps = count(constants.NODE_PERFORMANCE_GC_INCREMENTAL)
    const whole = count(constants.NODE_PERFORMANCE_GC_MAJOR)
    process.stdout.write(`${JSON.stringify({ inSteps, whole })}\n`)
  }, 100)
}, 50)
