import { parentPort } from 'node:worker_threads'
import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { ReplayAnswer, ReplayQuestion } from './messages.ts'
import { Replay } from './replay.ts'
import type { RawReading } from './what-if-store.ts'

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
  const readings =
    question.type === 'rows' ? question.rows.map(readingOf) : readingsOf(question.columns)
  replay.take(readings)
  return { job, readings: readings.length, result: null }
}

function readingOf({ sensor, at, value, quality, isNumber }: RawReading): Reading {
  const read = value !== null && isNumber === 1 ? Number(value) : value
  return { sensorId: sensor, time: at, value: read, quality: qualities[quality] ?? 'bad' }
}

function readingsOf(columns: readonly Uint8Array[]): Reading[] {
  const [sensors = [], times = [], values = [], codes = []] = columns.map(
    (column) => JSON.parse(Buffer.from(column).toString('latin1')) as number[],
  )
  return times.map((time, place) => {
    const quality = qualities[codes[place] ?? 2] ?? 'bad'
    const value = quality === 'bad' ? null : (values[place] ?? null)
    return { sensorId: sensors[place] ?? 0, time, value, quality }
  })
}
