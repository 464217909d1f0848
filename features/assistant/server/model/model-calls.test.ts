import { afterAll, expect, test } from 'vitest'
import { modelServer } from '#testing/peers/model-server.ts'
import {
  active,
  administrator,
  operator,
  send,
  site,
  stranger,
  thing,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'

const model = await modelServer()
afterAll(() => model.close())
watchAlarms({
  ...{ LLM_BASE_URL: `${model.url}/`, LLM_MODEL: 'stub-1', LLM_API_KEY: 'sk-never-shown' },
})

const ask = (question: string, client = operator, headers: Record<string, string> = {}) =>
  client.post('/api/chatbot', { question, type: 'search' }, headers)
const inParts = { accept: 'application/x-ndjson, application/json' }
const linesOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('QA17 sentences of a model come one by one, and at the end all of the answer', async () => {
  await send({ flow: 12 }, Date.now())
  await active()
  model.reply = ({ results }) =>
    results.length === 0
      ? { calls: [['present_value', { thing, sensor: 'flow' }]] }
      : { text: `The flow of ${thing} is 12 now. [E1] Its upper limit is 10. [E1]`, tokens: 9 }
  const reply = await ask(`What is the flow of ${thing}?`, operator, inParts)
  expect(reply.headers['content-type']).toBe('application/x-ndjson')
  const lines = linesOf(reply.body)
  expect(lines.map(({ kind }) => kind)).toEqual(['tool', 'sentence', 'sentence', 'answer'])
  const { message, data } = lines.at(-1)
  expect(message).toBe(`The flow of ${thing} is 12 now. Its upper limit is 10.`)
  expect(data).toMatchObject({ source: 'model', model: { name: 'stub-1', trace: null } })
  // Whoever does not ask for parts gets the same whole.
  const whole = await ask(`What is the flow of ${thing}?`)
  expect(whole.json()).toEqual({ message, data: { ...data, context: whole.json().data.context } })
  const own = (await ask('Which devices are there?', administrator)).json().data
  expect(own.model.trace).toMatchObject({ tools: ['present_value'] })
})

test('QA17 where the model fails the parts begin again; a stranger’s sees nothing', async () => {
  await send({ flow: 12 }, Date.now())
  model.requests.length = 0
  model.reply = ({ results }) =>
    results.length === 0
      ? { calls: [['ask', { question: `flow of ${thing}` }]] }
      : { text: `The flow of ${thing} is 12. [E1] And 77 tomorrow.` }
  const lines = linesOf((await ask(`What is the flow of ${thing}?`, operator, inParts)).body)
  expect(lines.map(({ kind }) => kind)).toEqual(['tool', 'sentence', 'restart', 'answer'])
  expect(lines.at(-1).data).toMatchObject({ source: 'rules', model: { fallback: 'unfounded' } })
  expect(JSON.stringify(lines)).not.toMatch(/\b77\b|tomorrow/)
  model.requests.length = 0
  await ask('What is the flow?', stranger)
  expect(model.requests.flatMap(({ results }) => results).join()).toMatch(/No sensor or device/)
  expect(model.requests.flatMap(({ results }) => results).join()).not.toMatch(/PUMP|flow/)
})

test('QA18 readiness and metrics show how the model works, and nothing shows its key', async () => {
  model.reply = () => ({ status: 500 })
  const { data } = (await ask('Which devices are offline?')).json()
  expect(data).toMatchObject({ source: 'rules', model: { fallback: 'unavailable' } })
  const ready = (await administrator.get('/api/ready')).json()
  expect(ready.data).toMatchObject({ language_model: true })
  expect(ready.notices.join()).toMatch(/language_model .*failed/)
  const metrics = (await administrator.get('/api/metrics')).body
  expect(metrics).toMatch(/^warroom_language_model_requests_total [1-9]/m)
  expect(metrics).toMatch(/^warroom_language_model_fallbacks_total\{reason="failed"\} 1$/m)
  expect(metrics).toMatch(/^warroom_language_model_tokens_total \d/m)
  const page = await (await site.anonymousClient()).get('/api/docs/json')
  for (const text of [JSON.stringify(ready), metrics, page.body, JSON.stringify(data)])
    expect(text).not.toContain('sk-never')
})
