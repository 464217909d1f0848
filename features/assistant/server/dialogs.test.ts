import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locale } from '#kit/model/locale.ts'
import type { DialogContext } from '../contract/answer.ts'
import { phrases } from '../contract/phrases/format.ts'
import { questionServices, readings } from '#testing/questions/plant.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { answerByRules } from './answer.ts'
import { Plant } from './plant/plant.ts'
import type { AssistantServices } from './services.ts'

let engine: TestTelemetry
let services: AssistantServices
beforeAll(async () => {
  engine = await testTelemetry()
  await storeReadings(engine.telemetry, readings())
  services = questionServices(engine)
})
afterAll(() => engine.close())

const caller = { userId: 1, sessionId: 's', roles: ['user'], permissions: [] }

/** What is answered to the last of these questions, each of which follows the one before. */
async function lastAnswer(locale: Locale, questions: readonly string[]): Promise<string> {
  let context: DialogContext | null = null
  let text = ''
  for (const question of questions) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context })
    context = answer.context
    text = answer.sentences[0]?.text ?? ''
  }
  return text
}

it.each([
  ['en', ['pressure of boiler 1 yesterday', 'and now?'], 'Pressure · Boiler 1 is 6.8 bar, read '],
  [
    'en',
    ['pressure of boiler 1 yesterday', 'What is the temperature of boiler 2 now?'],
    'Temperature · Boiler 2 is 62.0 °C, read ',
  ],
  [
    'en',
    ['pressure of boiler 1 yesterday', 'What is the temperature of boiler 2?'],
    'Temperature · Boiler 2 is 62.0 °C, read ',
  ],
  ['en', ['alarms of tank 1 yesterday', 'and now?'], '1 alarm is active at Tank 1.'],
  ['en', ['status of boiler 1 yesterday', 'now?'], 'No alarm is active at Boiler 1.'],
  ['ru', ['давление котла 1 вчера', 'а сейчас?'], 'Pressure · Boiler 1: сейчас 6,8 bar'],
  [
    'ru',
    ['давление котла 1 вчера', 'а какая сейчас температура котла 2?'],
    'Temperature · Boiler 2: сейчас 62,0 °C',
  ],
  ['zh-TW', ['鍋爐1昨天的壓力', '現在呢？'], 'Pressure · Boiler 1目前為 6.8 bar'],
  ['vi', ['áp suất nồi hơi 1 hôm qua', 'còn bây giờ?'], 'Pressure · Boiler 1 hiện là 6,8 bar'],
] as const)('QA31 a question of the present is answered with it: %s %j', async (...asked) => {
  const [locale, questions, begin] = asked
  expect((await lastAnswer(locale, questions)).slice(0, begin.length)).toBe(begin)
})

it('QA31 what follows on has the time of the question before', async () => {
  for (const question of ['and the temperature of boiler 2?', 'and boiler 2?', 'temperature?'])
    expect(await lastAnswer('en', ['pressure of boiler 1 yesterday', question]), question).toMatch(
      / lay between .* \(2026-11-19\)/,
    )
})

it('QA27 when a limit was passed is not answered by for how long in a dialog either', async () => {
  const first = 'how long was the level of tank 1 below its limit yesterday'
  for (const question of ['and when?', 'how often?'])
    expect(await lastAnswer('en', [first, question]), question).toBe(phrases.en.notUnderstood)
})
