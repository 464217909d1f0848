import { parentPort } from 'node:worker_threads'
import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { ReplayAnswer, ReplayQuestion } from './messages.ts'
import { parseNumbers } from './number-columns.ts'
import { Replay, type ReadingColumns } from './replay.ts'
import type { RawColumns, RawReading } from './what-if-store.ts'

const replays = new Map<number, Replay>()

parentPort?.on('message', (question: ReplayQuestion) => {
  const { job } = question
  let answer: ReplayAnswer
  try {
    answer = answerOf(question)
  } catch (error) {
    replays.delete(job)
    answer = { job, readings: 0, result: null, problem: String(error) }
  }
  parentPort?.postMessage(answer, [])
})

function answerOf(question: ReplayQuestion): ReplayAnswer {
  const { job } = question
  if (question.type === 'begin') {
    replays.set(job, new Replay(question.setup))
    return { job, readings: 0, result: null }
  }
  const replay = replays.get(job)
  if (!replay) throw new Error('there is no such replay')
  if (question.type === 'end') {
    replays.delete(job)
    return { job, readings: 0, result: replay.end(question.to) }
  }
  if (question.type === 'rows') {
    replay.take(question.rows.map(readingOf))
    return { job, readings: question.rows.length, result: null }
  }
  const columns = columnsOf(question.part)
  replay.takeColumns(columns)
  return { job, readings: columns.times.length, result: null }
}

function readingOf({ sensor, at, value, quality, isNumber }: RawReading): Reading {
  const read = value !== null && isNumber === 1 ? Number(value) : value
  return { sensorId: sensor, time: at, value: read, quality: qualities[quality] ?? 'bad' }
}

function columnsOf({ base, columns }: RawColumns): ReadingColumns {
  const none = new Float64Array()
  const [times = none, values = none, codes = none, sensors = null] = columns.map(parseNumbers)
  return { base, times, values, qualities: codes, sensors }
}
