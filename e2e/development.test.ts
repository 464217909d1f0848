import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sharedBrowser, visit } from '#testing/peers/browser.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { eventually } from '#testing/eventually.ts'
import { reachableDirectory } from '#testing/temporary-directory.ts'

const project = join(import.meta.dirname, '..')

/** `npm run dev` on ports of its own, with an empty data directory. */
async function startDevelopment() {
  const child = spawn(process.execPath, [join(project, 'scripts/dev.ts')], {
    env: {
      ...process.env,
      WARROOM_DATA: reachableDirectory(),
      DEMO_DAYS: '0',
      HTTP_PORT: String(await freePort()),
      DEV_PORT: String(await freePort()),
      MQTT_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const starts = () => [...output.matchAll(/Warroom is ready:\s+(\S+)/g)]
  const started = async (count: number) => {
    await eventually(
      `the server is ready for time ${count}`,
      () => starts().length >= count,
      120_000,
    ).catch((error: unknown) => {
      throw new Error(`It wrote:\n${output.slice(-4_000)}`, { cause: error })
    })
    expect(starts().length).toBe(count)
  }
  await started(1)
  return { address: starts()[0]?.[1] ?? '', started }
}

/** Says that a source has changed, without changing it. */
function touch(path: string): void {
  const now = new Date()
  utimesSync(join(project, path), now, now)
}

async function signIn(page: Page): Promise<void> {
  // The first page waits until the libraries are prepared.
  await page.goto('/', { timeout: 120_000 })
  await page.locator('.demo-accounts li').first().click({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.connection[data-state=live]').waitFor({ timeout: 120_000 })
}

test('EE101 a change of the web or of the server is seen at once', async () => {
  const development = await startDevelopment()
  const { page } = await visit(await sharedBrowser(), { baseURL: development.address })
  onTestFinished(() => page.context().close())
  const updates: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void updates.push(String(payload))),
  )
  await signIn(page)
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  touch('apps/web/shell/footer.tsx')
  await eventually('the browser gets the new source', () =>
    updates.some((text) => /"update".*footer\.tsx/s.test(text)),
  )
  await development.started(1)
  touch('apps/server/site.ts')
  await development.started(2)
  await page.locator('.connection[data-state=live]').waitFor({ timeout: 120_000 })
  await expect.poll(() => page.locator('body').getAttribute('data-loaded')).toBe('once')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login*')
}, 300_000)
