import { expect, test } from 'vitest'
import { active, operator, send, site, stranger, thing } from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'

const ask = (question: string, more: object = {}, client: HttpClient = operator) =>
  client.post('/api/chatbot', { question, type: 'search', ...more })
const message = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json().message

test('QA2 values and alarms of the running server are answered, with their evidence', async () => {
  await send({ flow: 12 }, Date.now())
  await active()
  const { json } = await ask(`What is the flow of ${thing}?`)
  const { message: text, data } = json()
  expect(text).toMatch(
    /^flow · .* is 12\.0.*, read \d+ s ago\. That is above its upper limit of 10/i,
  )
  expect(data.sentences[0].citations).toEqual([
    expect.objectContaining({ kind: 'sensor', thing, sensor: 'flow', from: null }),
  ])
  const alarms = (await ask(`Which alarms are active at ${thing}?`)).json().data
  expect(alarms.suggestions).toEqual(['Which devices are offline?'])
  expect(alarms.sentences[0].text).toMatch(/^1 alarm is active at /)
  expect(alarms.sentences[1].citations).toEqual([
    expect.objectContaining({ kind: 'alarm', thing, sensor: 'flow', priority: 2 }),
  ])
  expect(await message(`How many alarms did ${thing} have today?`)).toMatch(/There was 1 alarm of /)
  expect(await message(`Which sensor had most alarms today at ${thing}?`)).toMatch(/: 1 alarm\./)
  const follows = { context: data.context, locale: 'en' }
  expect(await message('Which alarms are active?', follows)).not.toMatch(/ at /)
  expect(await message('Why is the sky blue?', follows)).toMatch(
    /^No sensor or device .* why, sky|^No sensor or device .* sky/,
  )
  expect(await message('and the maximum?', follows)).toMatch(/The highest value of flow .* 12\.0/i)
})

test('QA22 questions about times of which nothing can be stored are answered', async () => {
  for (const time of ['last 500 years', '500 years ago', 'on 9999-12-31', 'on 2099-12-31'])
    for (const subject of ['alarms', 'average of flow', 'trend of flow', 'flow']) {
      const reply = await ask(`${subject} of ${thing} ${time}`)
      expect([time, subject, reply.statusCode]).toEqual([time, subject, 200])
    }
})

test('QA3 what a person may not see is not there for the assistant', async () => {
  await send({ flow: 12 }, Date.now())
  await active()
  const context = (await ask(`flow of ${thing}`)).json().data.context
  expect(context.sensors).toHaveLength(1)
  for (const question of [`flow of ${thing}`, `alarms of ${thing}`, `Is ${thing} online?`]) {
    const { data } = (await ask(question, {}, stranger)).json()
    expect(JSON.stringify(data.sentences)).not.toMatch(/12\.0|"citations":\[\{/)
  }
  // A dialog of somebody else shows nothing of it either.
  const { data } = (await ask('and the maximum?', { context }, stranger)).json()
  expect(data.sentences.flatMap(({ citations }: { citations: object[] }) => citations)).toEqual([])
  expect(data.context.sensors).toEqual([])
  expect((await ask('x', {}, await site.anonymousClient())).statusCode).toBe(401)
})

test('QA4 a question that is none is refused with its field', async () => {
  for (const [body, field] of [
    [{ question: '' }, 'question'],
    [{ question: 'x'.repeat(501) }, 'question'],
    [{ question: 'x', type: 'other' }, 'type'],
    [{ question: 'x', locale: 'de' }, 'locale'],
    [
      { question: 'x', context: { intent: 'drop', sensors: [], things: [], period: null } },
      'context.intent',
    ],
  ] as const) {
    const reply = await operator.post('/api/chatbot', body)
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
  }
})
