import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { insertPlant } from '../catalogue/plant-store.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { openDatabase } from '../kit/database.ts'
import { runProgram } from '../kit/program.ts'
import { addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { median, percentile } from '../kit/statistics.ts'
import type { PlantTask } from '../past/fill.ts'

const dayMs = 86_400_000
const days = 30
const devices = 1_000
const sensorsEach = 10
/** So many of the sensors have readings; the names of all are searched. */
const filled = 50
const stepMs = 20_000

/** Questions in four languages about `Signal n` of `Line n`; an address may ask 60 a minute. */
const forms = [
  'What was the average of signal 1 of line 2 in the last 30 days?',
  'When was signal 3 of line 1 highest in the last 30 days?',
  'median of signal 2 line 3 last week',
  'Is signal 4 of line 2 rising?',
  'Compare signal 5 of line 1 this week with last week',
  'How long was signal 5 of line 4 above its limit in the last 7 days?',
  'How many alarms did line 3 have this week?',
  'Which devices are offline?',
  'Какое среднее signal 1 line 4 за последние 30 дней?',
  'Максимум signal 6 line 2 на прошлой неделе',
  'Сколько тревог было у line 1 вчера?',
  'signal 2 line 1 過去30天的平均',
  'signal 7 line 3 上週最高是多少',
  '哪些裝置離線？',
  'Trung bình của signal 3 line 2 trong 30 ngày qua',
  'signal 8 line 1 cao nhất tuần trước',
]
const rounds = 3

async function fillPlant(context: BenchmarkContext): Promise<string> {
  const server = await startBenchServer(context, newDataDirectory(context))
  await addPerson(server)
  const sql = openDatabase(server.dataDirectory)
  await insertPlant(sql, { devices, sensorsEach, bound: devices, email: person.email })
  await sql.destroy()
  const owner = await new BrowserSession(server.url).signIn(person.email, person.password)
  const path = `/api/sensors?find=line&limit=${filled}`
  const { data } = await owner.json<{ data: { id: number }[] }>('GET', path)
  await server.stop()
  const until = Math.floor(Date.now() / 60_000) * 60_000
  const rows = (days * dayMs) / stepMs
  context.report(`inserting ${rows * data.length} readings`)
  const task: PlantTask = {
    ...{ dataDirectory: server.dataDirectory, sensors: data.map(({ id }) => id) },
    ...{ from: until - days * dayMs, rows, stepMs },
  }
  await runProgram(join(import.meta.dirname, '../past/fill.ts'), task)
  return server.dataDirectory
}

export const assistant: Benchmark = {
  name: 'assistant',
  summary: `questions over ${devices * sensorsEach} sensors and ${days} days`,
  async run(context) {
    const server = await startBenchServer(context, await fillPlant(context))
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const timesMs: number[] = []
    let first = 0
    for (let round = 0; round < rounds; round++)
      for (const question of forms) {
        const begin = performance.now()
        const asked = { question, type: 'search' }
        const { data } = await session.json<{ data: { sentences: object[] } }>(
          ...(['POST', '/api/chatbot', asked] as const),
        )
        if (data.sentences.length === 0) throw new Error(`no answer to ${question}`)
        const taken = performance.now() - begin
        if (first === 0) first = taken
        else timesMs.push(taken)
      }
    return [
      {
        name: 'an answer by rules, p95',
        value: percentile(timesMs, 0.95),
        unit: 'ms',
        target: { atMost: 300 },
        remark: `p50 ${median(timesMs).toFixed(0)} ms, the first ${first.toFixed(0)} ms`,
      },
    ]
  },
}
