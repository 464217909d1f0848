import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession, resetSession, sessionQuery, sessionUser } from './use-session.ts'

afterEach(() => void vi.unstubAllGlobals())

const person = (...roles: string[]) => ({
  data: {
    ...{ id: 7, name: 'Lin', email: 'lin@plant.test', avatar: null, introduction: '' },
    ...{ roles, permissions: [], cognito_id: null },
  },
})
const answer = (body: object, status = 200) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify(body), {
        ...{ status, headers: { 'content-type': 'application/json' } },
      }),
    ),
  )

/** As every part of the page does: it shows what the guard has fetched, and fetches nothing. */
function shownPerson() {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, person('basic') as never)
  const observer = new QueryObserver(client, { ...sessionQuery, enabled: false })
  observer.subscribe(() => {})
  return { client, roles: () => observer.getCurrentResult().data?.roles }
}

test('WE26 whose rights have changed is shown with those of now', async () => {
  const { client, roles } = shownPerson()
  answer(person('visitor'))
  await refreshSession(client)
  expect(roles()).toEqual(['visitor'])
  expect(sessionUser(client)?.roles).toEqual(['visitor'])
})

test('WE26 a server that does not answer ends no session', async () => {
  const { client, roles } = shownPerson()
  answer({ success: false, error: 'unavailable', message: '' }, 500)
  await expect(refreshSession(client)).rejects.toThrow()
  expect(roles()).toEqual(['basic'])
  expect(client.getQueryState(sessionQuery.queryKey)?.error).toBeNull()
})

test('WE26 who has signed out meanwhile is not signed in again by it', async () => {
  const { client } = shownPerson()
  answer(person('basic'))
  const refreshed = refreshSession(client)
  client.removeQueries({ queryKey: sessionQuery.queryKey })
  await refreshed
  expect(sessionUser(client)).toBeUndefined()
})

test('EE582 who has signed in instead takes nothing over from the person before', async () => {
  const { client, roles } = shownPerson()
  answer({ data: { ...person('visitor').data, id: 8, name: 'Mai' } })
  expect(await refreshSession(client)).toBe(false)
  expect([sessionUser(client)?.name, roles()]).toEqual(['Lin', ['basic']])
  answer(person('visitor'))
  expect(await refreshSession(client)).toBe(true)
})

test('WE26 a question is answered for itself, and an earlier answer does not undo it', async () => {
  const { client, roles } = shownPerson()
  const answers: ((body: object) => void)[] = []
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push((body) =>
      resolve(
        new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
      ),
    )
    return promise
  })
  const first = refreshSession(client)
  const second = refreshSession(client)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(person('visitor'))
  await second
  answers[0]?.(person('basic'))
  await first
  expect(roles()).toEqual(['visitor'])
})

test('WE3 an answer that holds nobody is nobody, and no failure of the guard', () => {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, { data: null } as never)
  expect(sessionUser(client)).toBeUndefined()
})

test('SE43 the end of a session leaves nothing of what was sent and answered in it', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  const client = new QueryClient()
  const send = (password: string, mutationFn: () => Promise<unknown>) =>
    client
      .getMutationCache()
      .build(client, { mutationFn, mutationKey: [password] })
      .execute({})
  await send('answered', () => Promise.resolve('link'))
  await expect(send('refused', () => Promise.reject(new Error('refused')))).rejects.toThrow()
  void send('sign-out', () => new Promise(() => {}))
  resetSession(client)
  const kept = client.getMutationCache().getAll()
  expect(kept.map(({ options }) => options.mutationKey)).toEqual([['sign-out']])
})

test('SE44 who switched the role meanwhile is not shown with that of before', async () => {
  const { client, roles } = shownPerson()
  const held: (() => void)[] = []
  let onServer = person('basic', 'visitor')
  vi.stubGlobal('fetch', () => {
    const answered = JSON.stringify(onServer)
    return new Promise<Response>((resolve) => {
      const headers = { 'content-type': 'application/json' }
      held.push(() => resolve(new Response(answered, { headers })))
    })
  })
  const refreshed = refreshSession(client)
  await expect.poll(() => held.length).toBe(1)
  client.setQueryData(sessionQuery.queryKey, person('visitor') as never)
  // What the server answers now is newer than both.
  onServer = person('visitor', 'engineer')
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  expect(roles()).toEqual(['visitor'])
  held[1]?.()
  expect(await refreshed).toBe(true)
  expect(roles()).toEqual(['visitor', 'engineer'])
})
