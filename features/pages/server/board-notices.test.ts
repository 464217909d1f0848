import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createBus, type BoardChange } from '#kit/server/bus.ts'
import { eventually } from '#testing/eventually.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { BoardNotices } from './board-notices.ts'
import { readBoardVersion } from './boards-store.ts'
import { Presence } from './presence.ts'

test('PG91 of changes of a board in quick succession the newest is announced last', async () => {
  const owner = await site.addPerson({ roles: ['basic'] })
  const body = { name: 'Hall', widgets: [] }
  const board = (await owner.client.post('/api/dashboards', body)).json().data.id
  const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const sql = site.sql.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isFirst || !result.rows.some((row) => 'version' in row)) return result
      isFirst = false
      isHeld.resolve()
      await release.promise
      return result
    },
  })
  const bus = createBus(() => undefined)
  const versions: (number | null)[] = []
  bus.on('boardChanged', ({ version }) => void versions.push(version))
  const log = pino({ level: 'silent' })
  const notices = new BoardNotices({ sql, bus, presence: new Presence(Date.now), log })
  onTestFinished(() => notices.close())
  const first = notices.announce(board)
  await isHeld.promise
  const saved = { ...body, version: 1 }
  expect((await owner.client.put(`/api/dashboards/${board}`, saved)).statusCode).toBe(200)
  const second = notices.announce(board)
  // The second one could have been announced by now.
  for (let round = 0; round < 10; round++) await readBoardVersion(site.sql, board)
  release.resolve()
  await Promise.all([first, second])
  expect(versions).toEqual([1, 2])
})

test('KS12 what changed while the database was away is announced when it is back', async () => {
  const owner = await site.addPerson({ roles: ['basic'] })
  const body = { name: 'Hall', widgets: [] }
  const board = (await owner.client.post('/api/dashboards', body)).json().data.id
  let isAway = true
  const sql = site.sql.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const bus = createBus(() => undefined)
  const announced: BoardChange[] = []
  bus.on('boardChanged', (change) => void announced.push(change))
  const log = pino({ level: 'silent' })
  const notices = new BoardNotices({ sql, bus, presence: new Presence(Date.now), log })
  onTestFinished(() => notices.close())
  await notices.announceEditors(board)
  await notices.announce(board, { userIds: [4_711], roles: [] })
  expect(announced).toEqual([])
  isAway = false
  await eventually('it is announced', () => announced.length > 0)
  expect(announced).toEqual([
    {
      ...{ boardId: board, version: 1, editors: [], isOnlyEditors: false },
      audience: { userIds: [owner.id, 4_711], roles: [] },
    },
  ])
})
