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
  const alarms = [...(answer.result?.values() ?? [])]
  parentPort?.postMessage(
    answer,
    alarms.map(({ numbers }) => numbers.buffer),
  )
})

function answerOf(question: ReplayQuestion): ReplayAnswer {
  const { job } = question
  if (question.type === 'begin') {
    replays.set(job, new Replay(question.setup))
    return { job, readings: 0, result: null }
  }
  if (question.type === 'abandon') {
    replays.delete(job)
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
  replay.takeNumbers(question.part)
  return { job, readings: question.part.rows.length / question.part.fields, result: null }
}

function readingOf({ sensor, at, value, quality, isNumber }: RawReading): Reading {
  const read = value !== null && isNumber === 1 ? Number(value) : value
  return { sensorId: sensor, time: at, value: read, quality: qualities[quality] ?? 'bad' }
}
