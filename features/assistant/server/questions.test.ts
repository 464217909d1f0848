import { afterAll, beforeAll, expect, it } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import type { Answer, DialogContext } from '../contract/answer.ts'
import { phrases } from '../contract/phrases/format.ts'
import { pressure1, questionServices, readings, sensors, today } from '#testing/questions/plant.ts'
import { average, maximum, type Expected } from '#testing/questions/expected.ts'
import { questions } from '#testing/questions/questions.ts'
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

interface AnsweredQuestion {
  readonly question: string
  readonly answer: Answer
  readonly expected: Expected
}

async function askAll(locale: Locale): Promise<AnsweredQuestion[]> {
  const answered: AnsweredQuestion[] = []
  let context: DialogContext | null = null
  for (const [text, expectOf] of questions[locale]) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const question = text.replace(/^>/, '')
    const before: DialogContext | null = text.startsWith('>') ? context : null
    // The interface is in another language: the question says its own.
    const usual = locale === 'ru' ? 'vi' : 'ru'
    const answer = await answerByRules(plant, { question, locale: usual, context: before })
    context = answer.context
    answered.push({ question, answer, expected: expectOf(locale) })
  }
  return answered
}

const textOf = ({ sentences, unknown }: Answer) =>
  [...sentences.map(({ text }) => text), ...unknown].join(' ')

const citedSensors = ({ sentences }: Answer) =>
  new Set(
    sentences
      .flatMap(({ citations }) => citations)
      .flatMap((each) => (each.kind === 'sensor' ? [`${each.thing} ${each.sensor}`] : [])),
  )

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((each) => other.has(each))

function isRight(locale: Locale, { answer, expected }: AnsweredQuestion): boolean {
  const text = textOf(answer)
  const cited = expected.sensors
    ? new Set(
        sensors
          .filter(({ id }) => expected.sensors?.includes(id))
          .map(({ lesiId, key }) => `${lesiId} ${key}`),
      )
    : null
  return (
    answer.locale === locale &&
    expected.has.every((each) => text.includes(each)) &&
    (cited === null || isSame(cited, citedSensors(answer)))
  )
}

/** It states a figure, and it is another one. */
const isWrong = ({ answer }: AnsweredQuestion) => citedSensors(answer).size > 0

it('QA1 of 407 questions at least 95 % are answered right, and none wrong', async () => {
  const all: [Locale, AnsweredQuestion][] = []
  for (const locale of locales) for (const each of await askAll(locale)) all.push([locale, each])
  expect(all).toHaveLength(407)
  const failed = all.filter(([locale, each]) => !isRight(locale, each))
  const described = failed.map(
    ([locale, { question, answer, expected }]) =>
      `${locale}: ${question}\n${textOf(answer)}\nexpected ${expected.has.join(' | ')}`,
  )
  expect(failed.filter(([, each]) => isWrong(each)).length, described.join('\n\n')).toBe(0)
  expect(failed.length, described.join('\n\n')).toBeLessThanOrEqual(10)
})

it('QA5 words without a meaning are named, and no figure is in their place', async () => {
  for (const question of [
    'What is the pressure of reactor X9?',
    'How many alarms did the reactor have yesterday?',
    'Average of the reactor today',
  ]) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale: 'en', context: null })
    expect(answer.unknown.join(' '), question).toMatch(/reactor/)
    expect(textOf(answer), question).not.toMatch(/\d+\.\d|bar|\d alarms/)
  }
})

it('QA3 of a device that is not open no figure of another one is given', async () => {
  // One open sensor has each of these quantities: a level, an oil pressure, a vibration.
  for (const [locale, question] of [
    ['en', 'What is the level of Cistern?'],
    ['en', 'Highest level of Cistern yesterday'],
    ['en', 'How many level alarms did Cistern have yesterday?'],
    ['ru', 'Какая вибрация у центрифуги?'],
    ['zh-TW', '離心機的液位是多少？'],
    ['vi', 'Áp suất dầu của Zubrowka là bao nhiêu?'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    expect(textOf(answer), question).not.toMatch(/\d[.,]\d|\d ?(%|bar|mm)|alarms?/)
    expect(answer.unknown, question).not.toEqual([])
  }
  // Where the device is named, words without a meaning distinguish nothing.
  const plant = new Plant(services, caller, new AbortController().signal)
  const question = 'What is the precise level of Tank 1?'
  const answer = await answerByRules(plant, { question, locale: 'en', context: null })
  expect(textOf(answer)).toMatch(/\d+\.\d %/)
})

it('QA23 of a quantity that a device does not have no figure is given', async () => {
  // A pump has the only vibration, boilers have the pressures; no boiler has one of oil.
  for (const [locale, question, sensor] of [
    ['en', 'What is the vibration of boiler 1?', 'Boiler 1'],
    ['en', 'pressure of tank 1', 'Level'],
    ['en', 'average level of boiler 2 yesterday', 'Boiler 2'],
    ['en', 'highest temperature of tank 1 now', 'Level'],
    ['en', 'How many vibration alarms did boiler 1 have yesterday?', 'Boiler 1'],
    ['en', 'What is the tower of tank 1?', 'Level'],
    ['en', 'compare the pressure of boiler 1 and tank 1', 'Pressure'],
    ['ru', 'Какая вибрация у котла 1?', 'Boiler 1'],
    ['ru', 'давление насоса 7', 'Вибрация'],
    ['zh-TW', '鍋爐1的液位是多少？', 'Boiler 1'],
    ['zh-TW', '鍋爐1的油壓力', 'Pressure'],
    ['vi', 'độ rung của nồi hơi 1', 'Boiler 1'],
    ['vi', 'nhiệt độ máy ép 2', 'Áp suất dầu'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    expect(textOf(answer), question).not.toMatch(/\d[.,]\d|\d ?(%|bar|mm)|alarms?|Насос 7 ·/)
    expect(textOf(answer), question).toContain(sensor)
  }
  const answerTo = (question: string) => {
    const plant = new Plant(services, caller, new AbortController().signal)
    return answerByRules(plant, { question, locale: 'en', context: null })
  }
  const { unknown } = await answerTo('What is the vibration of boiler 1?')
  expect(unknown).toEqual(['I do not know what this means here: vibration.'])
  // A lamp may have any name.
  expect(textOf(await answerTo('Line A 今天亮什麼燈'))).toMatch(/Tower · Line A.*紅 5 小時/)
  // Whether a device is online is answered whatever else the question names.
  expect(textOf(await answerTo('Is the vibration of boiler 1 offline?'))).toMatch(/online/)
})

it('QA25 a part of a word is no word of another language', async () => {
  for (const [question, text] of [
    ['boiler 1 pressure a few minutes ago', 'It is not clear which time is meant.'],
    [
      'pressure of the administration',
      'Found 2 sensors: Pressure · Boiler 1, Pressure · Boiler 2.',
    ],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale: 'en', context: null })
    expect([answer.locale, answer.sentences[0]?.text], question).toEqual(['en', text])
  }
})

it('QA32 of several figures each one is answered', async () => {
  for (const [locale, question] of [
    ['en', 'the average and the maximum pressure of boiler 1 yesterday'],
    ['ru', 'среднее и максимальное давление котла 1 вчера'],
    ['zh-TW', '鍋爐1昨天壓力的平均和最大值'],
    ['vi', 'áp suất trung bình và lớn nhất của nồi hơi 1 hôm qua'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    const figures = [average(pressure1, 'yesterday'), maximum(pressure1, 'yesterday')]
    for (const { has } of figures.map((of) => of(locale)))
      for (const figure of has) expect(textOf(answer), question).toContain(figure)
  }
})

it('QA33 limits are answered, and no value in their place', async () => {
  for (const [locale, question, begin] of [
    ['en', 'what is the upper limit of the pressure of boiler 1', 'The upper limit of Pressure'],
    ['ru', 'какой предел у давления котла 1', 'Pressure · Boiler 1: верхний предел — 8,0 bar.'],
    ['zh-TW', '鍋爐1壓力上限是多少', 'Pressure · Boiler 1的上限為 8.0 bar。'],
    ['vi', 'giới hạn trên của áp suất nồi hơi 1', 'Giới hạn trên của Pressure · Boiler 1 là 8,0'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    expect(answer.sentences[0]?.text.slice(0, begin.length), question).toBe(begin)
    expect(answer.unknown, question).toEqual([])
  }
})

it('QA26 where a time is named that is not read no figure of another time is given', async () => {
  for (const [locale, question] of [
    ['en', 'maximum pressure of boiler 1 ever'],
    ['en', 'average pressure of boiler 1 since the repair'],
    ['en', 'pressure of boiler 1 in Q3'],
    ['en', 'pressure of boiler 1 at two pm'],
    ['en', 'boiler 1昨天的 average pressure'],
    ['ru', 'средняя температура котла 1 за всё время'],
    ['ru', 'среднее давление boiler 1 yesterday'],
    ['zh-TW', '鍋爐1有史以來最高壓力'],
    ['zh-TW', '鍋爐1十一月十八日平均壓力'],
    ['vi', 'áp suất cao nhất của nồi hơi 1 mọi lúc'],
    ['vi', 'ap suat noi hoi 1 yesterday'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    const expected = [answer.locale, phrases[answer.locale].unclearTime]
    expect([answer.locale, answer.sentences[0]?.text], question).toEqual(expected)
  }
})

it('QA27 when or how often a value was passed is not answered by for how long', async () => {
  for (const [locale, question] of [
    ['en', 'when was the pressure of boiler 1 above 8 bar'],
    ['en', 'since when is the level of tank 1 below its limit'],
    ['en', 'how often was the level of tank 1 below its limit today'],
    ['ru', 'с каких пор уровень бака 1 ниже 20'],
    ['zh-TW', '鍋爐1壓力什麼時候超過8 bar'],
    ['vi', 'khi nào áp suất nồi hơi 1 vượt 8 bar'],
  ] as const) {
    const plant = new Plant(services, caller, new AbortController().signal)
    const answer = await answerByRules(plant, { question, locale, context: null })
    expect(answer.sentences[0]?.text, question).toBe(phrases[locale].notUnderstood)
    expect(answer.unknown, question).toHaveLength(1)
  }
})

it('QA29 present values say that their device is offline, and what limit they pass', async () => {
  const sentencesOf = async (question: string) => {
    const plant = new Plant(services, caller, new AbortController().signal)
    const { sentences } = await answerByRules(plant, { question, locale: 'en', context: null })
    return sentences
  }
  const device = { kind: 'device', thing: 'MAYEP-2', label: 'Máy ép 2' }
  const offline = 'Máy ép 2 has been offline since 2026-11-20 13:00:00 (2 h 00 min).'
  expect(await sentencesOf('oil pressure of Máy ép 2')).toContainEqual({
    text: offline,
    citations: [device],
  })
  const [, first] = await sentencesOf('which sensor has the highest pressure')
  expect(first?.text).toContain(offline)
  expect(first?.citations).toEqual([expect.objectContaining({ kind: 'sensor' }), device])
  expect((await sentencesOf('which sensors are above their limits'))[1]?.text).toMatch(
    /^Level · Tank 1 is 15\.0 %, .* That is below its lower limit of 20\.0 %\.$/,
  )
})

it('QA5 words that only ask are none without a meaning', async () => {
  const plant = new Plant(services, caller, new AbortController().signal)
  const question = 'Что такое давление котла 1?'
  const { unknown } = await answerByRules(plant, { question, locale: 'ru', context: null })
  expect(unknown).toEqual([])
})

it('QA5 a number within a name that means nothing is named with it, once', async () => {
  const unread = async (question: string) => {
    const plant = new Plant(services, caller, new AbortController().signal)
    const { unknown } = await answerByRules(plant, { question, locale: 'en', context: null })
    return unknown.join(' ')
  }
  expect((await unread('What is the pressure of Reactor-77?')).match(/77/g)).toHaveLength(1)
  expect(await unread('What is the pressure of Reactor-77 and 77?')).toMatch(/77.*77/)
})

it('QA3 a device that is closed during an answer is not there from then on', () => {
  const visible = new Set(services.catalogue.visibleDeviceIds(caller))
  const catalogue = { ...services.catalogue, visibleDeviceIds: () => new Set(visible) }
  const plant = new Plant({ ...services, catalogue }, caller, new AbortController().signal)
  const [first] = plant.devices()
  visible.delete(first!.id)
  expect(plant.device(first!.lesiId)).toBeNull()
  expect(plant.deviceById(first!.id)).toBeNull()
  expect(plant.devices().map(({ id }) => id)).toEqual([...visible])
})

it('QA19 articles open by their citation, and what follows is about the same', async () => {
  const ask = async (question: string, context: DialogContext | null = null, more = {}) => {
    const plant = new Plant(services, { ...caller, ...more }, new AbortController().signal)
    return answerByRules(plant, { question, locale: 'en', context })
  }
  const first = await ask('What is the pressure of boiler 1?')
  const procedure = await ask('And what is the procedure?', first.context)
  const citation = { kind: 'article', id: 1, label: 'Boiler pressure too high' }
  expect(procedure.sentences).toMatchObject([{ citations: [citation] }])
  expect(procedure.unknown).toEqual([])
  // A token for some devices reads the procedures of these alone.
  const question = 'How do I replace the filter of a pump?'
  expect((await ask(question)).sentences).not.toEqual([])
  expect((await ask(question, null, { devices: new Set([1]) })).sentences).toEqual([])
})

it('QA2 what only counts cites the list that it counts', async () => {
  const citationsOf = async (question: string) => {
    const plant = new Plant(services, caller, new AbortController().signal)
    const { sentences } = await answerByRules(plant, { question, locale: 'en', context: null })
    expect(sentences.filter(({ citations }) => citations.length === 0)).toEqual([])
    return sentences[0]?.citations
  }
  const list = { kind: 'devices', label: 'Devices' }
  expect(await citationsOf('Which devices are offline?')).toEqual([{ ...list, status: 'offline' }])
  expect(await citationsOf('How many devices are online?')).toEqual([{ ...list, status: 'online' }])
  expect(await citationsOf('Which alarms are active?')).toMatchObject([
    { kind: 'alarms', from: null, label: 'Active alarms' },
  ])
  expect(await citationsOf('How many alarms were there yesterday?')).toMatchObject([
    { kind: 'alarms', to: today, label: 'Alarms' },
  ])
})
