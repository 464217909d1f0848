import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { active, operator, send, site, stranger, thing } from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'

/** The protocol's own client, whose calls go to the server as those of this person. */
async function connect(person: HttpClient): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/api/mcp'), {
    fetch: async (_, { method = 'GET', body, headers } = {}) => {
      if (method !== 'POST') return new Response(null, { status: 405 })
      const sent = Object.fromEntries(new Headers(headers))
      const reply = await person.post(
        '/api/mcp',
        JSON.parse(typeof body === 'string' ? body : '{}') as object,
        sent,
      )
      const type = String(reply.headers['content-type'] ?? '')
      const content = reply.statusCode === 202 ? null : new Uint8Array(reply.rawPayload)
      return new Response(content, { status: reply.statusCode, headers: { 'content-type': type } })
    },
  })
  await client.connect(transport)
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { isError: isError ?? false, text }
}

const day = 86_400_000
const range = () => ({
  from: new Date(Date.now() - day).toISOString(),
  to: new Date(Date.now() + day).toISOString(),
})

test('QA8 the protocol’s own client lists the tools and reads the plant by them', async () => {
  await send({ flow: 12 }, Date.now())
  await active()
  const client = await connect(operator)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ask', 'find_sensors', 'figures', 'alarms', 'devices']),
  )
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  const flow = { thing, sensor: 'flow' }
  const read = async (name: string, input: Record<string, unknown>) =>
    JSON.parse((await call(client, name, input)).text)
  expect(await read('present_value', flow)).toMatchObject({ reading: { value: 12 } })
  expect(await read('figures', { ...flow, ...range() })).toMatchObject({ statistics: { count: 1 } })
  expect(await read('trend', { ...flow, ...range() })).toMatchObject({ count: 1, perHour: null })
  expect(await read('states', { ...flow, ...range() })).toMatchObject({ states: null })
  expect(await read('find_sensors', { name: `flow ${thing}` })).toMatchObject({ total: 1 })
  expect(await read('active_alarms', {})).toMatchObject({ alarms: [{ device: { lesiId: thing } }] })
  expect(await read('alarms', { thing, ...range() })).toMatchObject({ total: 1 })
  const { devices } = await read('devices', {})
  expect(devices).toContainEqual(expect.objectContaining({ thing }))
  expect((await read('ask', { question: `flow of ${thing}` })).sentences[0].text).toMatch(/12/)
  await client.close()
})

test('QA9 QA22 a program sees no more than its person; bad input is refused', async () => {
  await send({ flow: 12 }, Date.now())
  const client = await connect(stranger)
  expect(await call(client, 'find_sensors', { name: 'flow' })).toMatchObject({
    text: JSON.stringify({ total: 0, sensors: [] }),
  })
  expect(await call(client, 'present_value', { thing, sensor: 'flow' })).toMatchObject({
    ...{ isError: true, text: expect.stringContaining('invalid') },
  })
  expect((await call(client, 'alarms', { thing, ...range() })).isError).toBe(true)
  const own = await connect(operator)
  const { from } = range()
  const reversed = { thing, sensor: 'flow', from, to: from }
  expect((await call(own, 'figures', reversed)).isError).toBe(true)
  expect((await call(own, 'figures', { thing, sensor: 'flow', from: 'x' })).isError).toBe(true)
  for (const early of ['1950-01-01T00:00:00Z', '0000-01-01T00:00:00Z']) {
    const asked = { thing, sensor: 'flow', from: early, to: from }
    expect(await call(own, 'figures', asked)).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('is not between 1970 and 2099') },
    })
  }
  // Nothing is announced: a stream that would wait for it does not begin.
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }
  const accept = { accept: 'application/json, text/event-stream' }
  expect((await operator.post('/api/mcp', listen, accept)).body).toMatch(/error/)
  const anonymous = await (await site.anonymousClient()).post('/api/mcp', {})
  expect(anonymous.statusCode).toBe(401)
  await Promise.all([client.close(), own.close()])
})
