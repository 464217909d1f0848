import { expect, test } from 'vitest'
import { beginStream, event, eventsOfText, type ModelReply } from '#testing/peers/model-server.ts'
import {
  administrator,
  ask,
  log,
  modelOf,
  plan,
  secret,
  server,
  time,
  watchModel,
} from '#testing/questions/model-plant.ts'
import type { LanguageModel } from './language-model.ts'
import { failureReasons } from './model-failure.ts'
import type { ModelLimits } from './settings.ts'

watchModel()

const pressure = { thing: 'BOILER-1', sensor: 'pressure' }
const yesterday = { from: '2026-11-19T00:00:00+08:00', to: '2026-11-20T00:00:00+08:00' }
const question = 'What is the pressure of boiler 1?'
/** What the rules say to it. */
const byRules = /^Pressure · Boiler 1 is [\d.]+ bar, read \d+ s ago\./

test('QA10 a model plans with the tools, and its sentences come with evidence', async () => {
  server.reply = plan(
    [
      ['present_value', pressure],
      ['figures', { ...pressure, ...yesterday }],
    ],
    ({ results }) => {
      const value = /"value":([\d.]+)/.exec(results[0] ?? '')?.[1] ?? ''
      const highest = /"maximum":([\d.]+)/.exec(results[1] ?? '')?.[1] ?? ''
      return (
        `Pressure of Boiler 1 is ${Number(value).toFixed(1)} bar. [E1] On 2026-11-19 its ` +
        `highest value was ${Number(highest).toFixed(1)} bar [E2].`
      )
    },
  )
  const { answer, lines, text } = await ask(question)
  expect(text).toMatch(/^Pressure of Boiler 1 is [\d.]+ bar\. On .* was 9\.0 bar\.$/)
  const [now, range] = answer.sentences.map(({ citations }) => citations)
  expect(now).toMatchObject([{ kind: 'sensor', ...pressure, from: null }])
  expect(range).toMatchObject([{ ...pressure, from: Date.parse(yesterday.from) }])
  expect(answer).toMatchObject({ source: 'model', chart: pressure, locale: 'en' })
  expect(answer.model).toMatchObject({
    ...{ name: 'stub-1', fallback: null },
    trace: { failure: null, tools: ['present_value', 'figures'], tokens: 321 },
  })
  expect(answer.context?.sensors).toEqual([1])
  const kinds = lines.map(({ kind }) => kind)
  expect(kinds).toEqual(['tool', 'tool', 'sentence', 'sentence'])
  const [first] = server.requests
  expect(first?.url).toBe('/v1/chat/completions')
  expect(first?.headers.authorization).toBe(`Bearer ${secret}`)
  expect(first?.body).toMatchObject({ model: 'stub-1', stream: true })
  expect(first?.body.tools?.map((tool) => tool.function.name)).toContain('active_alarms')
  expect(log.join()).toContain('stub-1')
  expect(log.join()).not.toMatch(/sk-never|pressure/i)
})

test('QA10 what others than administrators see has no trace', async () => {
  server.reply = plan([['devices', {}]], '1 of 7 devices is offline. [E1]')
  const caller = { ...administrator, roles: ['user'] }
  const { answer } = await ask('How many devices are offline?', { caller })
  expect(answer.model).toEqual({ name: 'stub-1', fallback: null, trace: null })
  expect(answer.sentences).toMatchObject([{ citations: [{ kind: 'devices', label: 'Devices' }] }])
})

test('QA10 a whole reply without a stream counts, too', async () => {
  const message = { content: 'Boiler 1 has an upper limit of 8 bar. [E1]' }
  server.reply = ({ results }) =>
    results.length === 0
      ? { calls: [['present_value', pressure]] }
      : {
          write(response) {
            response.writeHead(200, { 'content-type': 'application/json' })
            response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }))
          },
        }
  expect((await ask(question)).text).toBe('Boiler 1 has an upper limit of 8 bar.')
})

test.each([
  ['a figure that no tool returned', 'The pressure of Boiler 1 is 42 bar. [E1]', 'unfounded'],
  ['a figure in words', 'The pressure of Boiler 1 is forty-two bar. [E1]', 'unfounded'],
  ['its own link', 'See [the chart](https://evil.example/). [E1]', 'unclean'],
  ['an image', '![x](//evil.example/?secret) of Boiler 1 [E1]', 'unclean'],
  ['markup', 'Boiler 1 <b>burns</b>. [E1]', 'unclean'],
  ['nothing', '', 'empty'],
  ['nothing that is proven', 'Boilers are hot. Have a nice day!', 'empty'],
  ['what names nothing of it', 'All pumps may be opened. [E1]', 'empty'],
  ['that something is safe', 'Boiler 1 is safe to open. [E1]', 'unfounded'],
  [
    'that all is normal beside a true figure',
    'The upper limit of Boiler 1 is 8 bar: normal. [E1]',
    'unfounded',
  ],
  ['that there are no alarms', 'Boiler 1 has no alarms. [E1]', 'unfounded'],
  ['that something rises', 'The pressure of Boiler 1 is rising. [E1]', 'unfounded'],
  ['that who is online is not', 'Boiler 1 is offline. [E1]', 'unfounded'],
  ['what is no unknown', 'All pumps are safe to open. [?]', 'empty'],
  ['as unknown that there are no alarms', 'There are no alarms. [?]', 'empty'],
  ['evidence that there is none of', 'All is hot. [E9]', 'empty'],
] as const)(
  'QA13 a model that says %s is not shown, the rules answer',
  async (_, reply, reason) => {
    server.reply = plan([['present_value', pressure]], reply)
    const { answer, lines, text } = await ask(question)
    expect(text).toMatch(byRules)
    expect(answer).toMatchObject({ source: 'rules', model: { fallback: 'unfounded' } })
    expect(answer.model?.trace?.failure).toBe(reason)
    expect(lines.filter(({ kind }) => kind === 'sentence')).toEqual([])
    const shown = JSON.stringify([answer.sentences, answer.unknown, lines])
    expect(shown).not.toMatch(
      /\b42\b|forty|evil|<b>|safe|opened|hot|no alarm|normal|rising|offline/,
    )
  },
)

test.each([
  ['unauthorized', () => ({ status: 401 })],
  ['busy', () => ({ status: 429 })],
  ['failed', () => ({ status: 500 })],
  ['rejected', () => ({ status: 404 })],
  ['rejected', () => ({ status: 307, headers: { location: `${server.url}/stolen` } })],
  ['cut_off', () => cut(eventsOfText('The pressure of Boiler 1'), true)],
  ['cut_off', () => cut(eventsOfText('The pressure of Boiler 1.'), false)],
  ['unreadable', () => cut(['data: {"choices": [}\n\n'], false)],
  ['unreadable', () => cut([event({ choices: 'none' })], false)],
  ['failed', () => cut([event({ error: { message: 'overloaded' } })], false)],
  ['reply_too_long', () => cut(['data: ', 'x'.repeat(70_000)], false)],
  ['reply_too_long', () => cut([event({ choices: [{ finish_reason: 'length' }] })], false)],
] as const)(
  'QA14 a model that fails (%s) leaves the answer to the rules',
  async (reason, reply) => {
    server.reply = reply
    const model = modelOf()
    const { answer, text } = await ask(question, { model })
    expect(text).toMatch(byRules)
    expect(answer.model?.trace?.failure).toBe(reason)
    expect(server.requests).toHaveLength(1)
    expect(model.figures()).toMatchObject({ requests: 1, answers: 0 })
    expect(model.figures().failures.get(reason)).toBe(1)
    expect(model.readiness.notice?.()).toContain(reason)
  },
)

function cut(events: readonly string[], isBroken: boolean): ModelReply {
  return {
    write(response) {
      beginStream(response)
      for (const each of events) response.write(each)
      if (isBroken) setImmediate(() => response.destroy())
      else response.end()
    },
  }
}

test('QA14 no connection, silence and slowness end in time', async () => {
  const gone = modelOf({}, { baseUrl: 'http://127.0.0.1:1/v1' })
  const reasonOf = async (model: LanguageModel) =>
    (await ask(question, { model })).answer.model?.trace?.failure
  expect(await reasonOf(gone)).toBe('unreachable')
  server.reply = () => ({ write: () => undefined })
  expect(await reasonOf(modelOf({ firstByteMs: 50 }))).toBe('silent')
  server.reply = () => ({
    write(response) {
      beginStream(response)
      response.write(eventsOfText('Boiler')[0])
    },
  })
  expect(await reasonOf(modelOf({ stallMs: 50 }))).toBe('silent')
  // It never stops to say something that is nothing.
  server.reply = () => ({
    write(response) {
      beginStream(response)
      const timer = setInterval(() => response.write(': still here\n\n'), 5)
      response.once('close', () => clearInterval(timer))
    },
  })
  expect(await reasonOf(modelOf({ answerMs: 150 }))).toBe('late')
  const flood = () => ({
    write(response: Parameters<typeof beginStream>[0]) {
      beginStream(response)
      const more = () => {
        while (response.write(eventsOfText('again and again ').join('')));
      }
      response.on('drain', more)
      more()
    },
  })
  server.reply = flood
  expect(await reasonOf(modelOf({ replyBytes: 100_000 }))).toBe('reply_too_long')
})

test('QA15 tool calls, rounds and tokens have an end', async () => {
  const reasonOf = async (limits: Partial<ModelLimits>) =>
    (await ask(question, { model: modelOf(limits) })).answer.model?.trace?.failure
  server.reply = () => ({ calls: [['present_value', pressure]] })
  expect(await reasonOf({ rounds: 3 })).toBe('too_many_rounds')
  expect(server.requests).toHaveLength(3)
  // In the last round there is nothing left to call.
  expect(server.requests.at(-1)?.body.tools).toBeUndefined()
  expect(await reasonOf({ toolCalls: 2 })).toBe('too_many_calls')
  server.reply = () => ({ calls: Array.from({ length: 40 }, () => ['devices', {}] as const) })
  expect(await reasonOf({})).toBe('too_many_calls')
  server.reply = () => ({ calls: [['devices', {}]] })
  expect(await reasonOf({ answerTokens: 100 })).toBe('too_many_tokens')
})

test('QA15 unknown tools and wrong arguments are reported to the model', async () => {
  const wrong = [
    ['delete_device', { thing: 'BOILER-1' }],
    ['constructor', {}],
    ['present_value', '{"thing": '],
    ['present_value', '[]'],
    ['present_value', { thing: 'BOILER-1', sensor: 'none' }],
    ['figures', { ...pressure, from: 'yesterday', to: 'today' }],
    ['figures', { ...pressure, from: yesterday.to, to: yesterday.from }],
  ] as const
  server.reply = plan([...wrong, ['present_value', pressure]], ({ results }) => {
    const value = Number(/"value":([\d.]+)/.exec(results.at(-1) ?? '')?.[1])
    return `Boiler 1 is at ${value.toFixed(2)} bar. [E1]`
  })
  const { answer, text } = await ask(question, { model: modelOf({ rounds: 10 }) })
  expect(text).toMatch(/^Boiler 1 is at \d\.\d\d bar\.$/)
  expect(answer.source).toBe('model')
  const results = server.requests.at(-1)?.results ?? []
  expect(results.slice(0, wrong.length).map((each) => Object.keys(JSON.parse(each)))).toEqual(
    wrong.map(() => ['error']),
  )
})

test('QA15 questions of a person in an hour, and of all at a time, have an end', async () => {
  server.reply = plan([['devices', {}]], '6 devices are online. [E1]')
  const model = modelOf({}, { questionsPerHour: 2, concurrent: 2 })
  const of = (userId: number) => ({ model, caller: { ...administrator, userId } })
  const failureOf = async (userId: number) =>
    (await ask('How many devices are online?', of(userId))).answer.model?.trace?.failure
  expect([await failureOf(1), await failureOf(1), await failureOf(1)]).toEqual([
    null,
    null,
    'quota',
  ])
  expect(await failureOf(2)).toBeNull()
  time.now += 3_600_001
  expect(await failureOf(1)).toBeNull()
  const twice = await Promise.all([failureOf(3), failureOf(3)])
  expect(twice.toSorted()).toEqual(['in_use', null])
  const three = await Promise.all([failureOf(4), failureOf(5), failureOf(6)])
  expect(three.filter((each) => each === 'in_use')).toHaveLength(1)
  expect(await failureOf(4)).toBeNull()
})

test('QA15 whoever leaves ends the request to the model', async () => {
  const closed = Promise.withResolvers<void>()
  const leaving = new AbortController()
  server.reply = () => ({
    write(response) {
      beginStream(response)
      response.once('close', () => closed.resolve())
      leaving.abort(new DOMException('left', 'AbortError'))
    },
  })
  await expect(ask(question, { leaving: leaving.signal })).rejects.toThrow('left')
  await closed.promise
})

test('QA14 each way to fail is a metric of its own', () => {
  expect([...modelOf().figures().failures.keys()]).toEqual(failureReasons)
})
