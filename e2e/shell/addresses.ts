import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { go, smallAnswer } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

test('EE349 LC24 away from the screen are values, after the socket was closed too', async () => {
  const page = await stage.open(smallAnswer, { person: accountOf('admin') })
  const sockets: WebSocketRoute[] = []
  const closed = new Set<WebSocketRoute>()
  const drawn = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    const isLater = sockets.push(socket) > 1
    const server = socket.connectToServer()
    socket.onClose(() => {
      closed.add(socket)
      void server.close()
    })
    server.onMessage(async (message) => {
      // Values come when everything is drawn already, as over a slow line.
      if (isLater) await drawn.promise
      socket.send(message)
    })
  })
  await page.goto('/profile/edit')
  await page.locator('.connection[data-state=live]').waitFor()
  // No part of it follows anything live.
  await go(page, '/404')
  await eventually('the socket is closed', () => sockets.every((each) => closed.has(each)))
  await go(page, '/warroomDashboard')
  await expect.poll(() => page.locator('.widget').count()).toBeGreaterThan(18)
  drawn.resolve()
  await page.locator('.widget[data-condition=good]').first().waitFor()
  await expect.poll(() => page.locator('.widget[data-condition=loading]').count()).toBe(0)
})
