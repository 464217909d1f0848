import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { takeRole } from './use-switch-role.ts'
import { refreshSession, sessionQuery, sessionUser } from './use-session.ts'

afterEach(() => void vi.unstubAllGlobals())

const person = (...roles: string[]) => ({
  data: {
    ...{ id: 7, name: 'Lin', email: 'lin@plant.test', avatar: null, introduction: '' },
    ...{ roles, permissions: [], cognito_id: null },
  },
})

/** A signed-in person; what is asked is answered by `answer`, the first of all that wait first. */
function signedIn() {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, person('basic', 'editor') as never)
  const waiting: { readonly method: string; readonly answer: (body: object) => void }[] = []
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' })
  vi.stubGlobal('fetch', (_: string, { method }: { readonly method: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    waiting.push({ method, answer: (body) => resolve(Response.json(body)) })
    return promise
  })
  const asked = async (method: string) => {
    await expect.poll(() => waiting.some((each) => each.method === method)).toBe(true)
    const [call] = waiting.splice(
      waiting.findIndex((each) => each.method === method),
      1,
    )
    return call?.answer ?? (() => {})
  }
  return { client, asked, roles: () => sessionUser(client)?.roles }
}

test('EE640 a role whose answer comes late does not undo what was fetched since', async () => {
  const { client, asked, roles } = signedIn()
  const taken = takeRole(client, 'editor')
  const answerSwitch = await asked('POST')
  // An administrator withdraws the role as soon as it is taken: the page asks, and is answered.
  const refreshed = refreshSession(client)
  const answerRefresh = await asked('GET')
  answerRefresh(person('basic'))
  await refreshed
  answerSwitch(person('editor'))
  const answerOnceMore = await asked('GET')
  expect(roles()).toEqual(['basic'])
  answerOnceMore(person('basic'))
  await taken
  expect(roles()).toEqual(['basic'])
})

test('EE640 who signed out before the answer came is not signed in by it', async () => {
  const { client, asked, roles } = signedIn()
  const taken = takeRole(client, 'editor')
  const answer = await asked('POST')
  client.removeQueries({ queryKey: sessionQuery.queryKey })
  answer(person('editor'))
  await taken
  expect(roles()).toBeUndefined()
})

test('EE640 a role that is taken is that of the session', async () => {
  const { client, asked, roles } = signedIn()
  const taken = takeRole(client, 'editor')
  const answer = await asked('POST')
  answer(person('editor'))
  await taken
  expect(roles()).toEqual(['editor'])
})
