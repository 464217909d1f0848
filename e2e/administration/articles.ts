import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { administrator, leavesFreely, smallAnswer, toast } from '../stage.ts'
import { show, stage } from './administration-stage.ts'

const reader = { email: 'pupil@plant.test', password: 'the word of reader 7' }

beforeAll(async () => {
  await stage.command('user add', { ...reader, name: 'Reader', role: 'visitor' })
})

const findings = (page: Page) =>
  violationsOf(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
const write = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
/** In a list, not the tab of the article. */
const listed = (page: Page) =>
  page.locator('main').getByRole('link', { name: 'Cleaning the strainer' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('EE390 AC22 an article is written by keyboard, published, and read by a visitor', async () => {
  const page = await show('/administrator/articles')
  await page.getByRole('heading', { name: 'No articles' }).waitFor()
  await page.getByRole('link', { name: 'New article' }).click()
  await title(page).fill('Cleaning the strainer')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Bold')
  await page.keyboard.press('Tab')
  await write(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('# Before you begin')
  await write(page).getByRole('heading', { name: 'Before you begin' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Close ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('all valves')
  await page.keyboard.press('Enter')
  await page.keyboard.type('<img src=x onerror=alert(1)>')
  await expect.poll(() => write(page).locator('li').count()).toBe(2)
  await write(page).getByText('all valves').dblclick()
  await button(page, 'Link').click()
  await page.getByLabel('Address').fill('javascript:alert(1)')
  await button(page, 'Apply').click()
  await page.getByText('An article cannot link there.').waitFor()
  await page.getByLabel('Address').fill('example.org/valves')
  await button(page, 'Apply').click()
  await write(page).locator('a[href="https://example.org/valves"]').waitFor()
  const file = join(tmpdir(), `valve-${randomBytes(4).toString('hex')}.png`)
  await writeFile(file, tinyPicture.png)
  await write(page).press('Control+End')
  await button(page, 'Picture').click()
  await page.getByLabel('File').setInputFiles(file)
  await page.getByLabel('Description').fill('The valve')
  await button(page, 'Insert').click()
  await write(page).getByRole('img', { name: 'The valve' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await button(page, 'Save').click()
  await page.waitForURL('**/administrator/articles/edit/*')
  await button(page, 'Publish').click()
  await toast(page, 'Published: readers see this version now')

  const other = await stage.open('/articles', { person: reader, language: 'en' })
  await other.getByLabel('Search in articles').fill('valve strainer')
  await listed(other).click()
  await other.getByRole('heading', { name: 'Before you begin' }).waitFor()
  const named = /^Article \d+: Cleaning the strainer/
  for (const each of [page, other]) {
    await each.getByRole('link', { name: named }).waitFor()
    await expect.poll(() => each.title()).toMatch(named)
  }
  const text = other.locator('.article-text')
  await text.getByText('<img src=x onerror=alert(1)>').waitFor()
  const picture = other.getByRole('img', { name: 'The valve' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40)
  await expect.poll(() => findings(other)).toEqual([])
  await expect.poll(() => other.getByRole('link', { name: 'Edit' }).count()).toBe(0)
})

test('EE394 a link that is followed while somebody types leads there, however slowly', async () => {
  const page = await stage.open(smallAnswer, { person: reader, language: 'en' })
  await page.clock.install()
  const screen = Promise.withResolvers<undefined>()
  await page.route(/\/article-screen-.*\.js/, async (route) => {
    await screen.promise
    await route.continue()
  })
  await page.goto('/articles')
  await listed(page).waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.getByLabel('Search in articles').fill('strainer')
  await page.clock.runFor(200)
  await listed(page).click()
  // What was typed would be searched for now, before the screen of loading is shown.
  await page.clock.runFor(120)
  await page.clock.resume()
  screen.resolve(undefined)
  await page.getByRole('heading', { name: 'Before you begin' }).waitFor()
})

test('EE391 unsaved words are asked about, and a version of before comes back', async () => {
  const page = await show('/administrator/articles')
  await listed(page).click()
  await title(page).fill('Spoiled')
  await page.getByText('Not saved yet').waitFor()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.locator('.tab-bar li[data-active] .tab-close').click()
  const question = page.getByRole('dialog')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await button(page, 'Save').click()
  await toast(page, 'Saved as a new version')
  await page.getByText('Published, changed since').waitFor()
  await button(page, 'Versions').click()
  await page.getByRole('button', { name: /Version 1/ }).click()
  await page.locator('.article-versions-text').getByText('Cleaning the strainer').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await button(page, 'Restore this version').click()
  await toast(page, 'Version 1 is the newest again')
  await expect.poll(() => title(page).inputValue()).toBe('Cleaning the strainer')
})

test('EE577 a link or a picture that is being entered is asked about', async () => {
  const page = await show('/administrator/articles')
  await listed(page).click()
  await write(page).getByText('all valves').dblclick()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const entries: [name: string, label: string][] = [
    ['Link', 'Address'],
    ['Picture', 'Description'],
  ]
  for (const [name, label] of entries) {
    await button(page, name).click()
    const field = page.getByLabel(label)
    await field.waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await button(page, name).click()
    await field.fill('typed')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => field.inputValue()).toBe('typed')
    await button(page, 'Cancel').click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await field.waitFor({ state: 'detached' })
  }
})

const corpus = [
  '<script>window.wasRun = 1</script>',
  '"><img src=x onerror="window.wasRun = 1">',
  '<svg/onload=window.wasRun=1>',
  "'-(window.wasRun=1)-'",
  '<a href="javascript:window.wasRun=1">x</a>',
  '<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>',
  '{{constructor.constructor("window.wasRun=1")()}}',
  '<math><mi xlink:href="data:x,<script>window.wasRun=1</script>">',
  '\u202Etxt.exe',
]

test('EE392 what looks like a script runs nowhere, in no field of an article', async () => {
  const session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const paragraphs = corpus.map((text) => ({
    type: 'paragraph',
    content: [{ type: 'text', text }],
  }))
  const code = { type: 'code_block', content: [{ type: 'text', text: corpus.join('\n') }] }
  for (const title of corpus.slice(0, 4)) {
    const body = {
      title,
      document: { type: 'doc', content: [...paragraphs, code] },
      sensors: [],
      rules: [],
    }
    const { data } = await session.json<{ data: { id: number } }>(
      'POST',
      '/api/article-drafts',
      body,
    )
    const publication = `/api/article-drafts/${data.id}/publication`
    await session.json('PUT', publication, { version: 1, isPublished: true })
  }
  const page = await show('/articles?search=script')
  const wasRun = () => page.evaluate(() => 'wasRun' in window)
  const found = page.locator('.articles-list a')
  await expect.poll(() => found.count()).toBe(4)
  await found.first().click()
  await page.locator('.article-text pre').waitFor()
  await expect.poll(() => wasRun()).toBe(false)
  await expect.poll(() => page.locator('.article-text').locator('script, img, svg').count()).toBe(0)
})

test('EE393 what is pasted of another page keeps its words and nothing that runs', async () => {
  const page = await show('/administrator/articles/create')
  await title(page).fill('Pasted')
  await write(page).evaluate(
    (editor, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    `<h1>Head</h1><table><tr><td>Cell</td></tr></table><b>bold</b> ${corpus.join(' ')}`,
  )
  await write(page).locator('strong').getByText('bold').waitFor()
  await write(page).getByText('Cell').waitFor()
  await expect
    .poll(() => write(page).locator('a, script, iframe, svg, img:not([class])').count())
    .toBe(0)
  await button(page, 'Save').click()
  await page.waitForURL('**/administrator/articles/edit/*')
  await expect.poll(() => page.evaluate(() => 'wasRun' in window)).toBe(false)
  // The browser reports handlers also in the document without a window in which the paste is read.
  await stage.closePages(/Executing inline event handler/)
})

test('EE539 EE546 what is written during a save stays; a link gives the text back', async () => {
  const page = await show('/administrator/articles/create')
  await title(page).pressSequentially('Pump stops')
  await write(page).click()
  await page.keyboard.type('Close the valve')
  await page.keyboard.press('ControlOrMeta+A')
  await button(page, 'Link').press('Enter')
  await page.keyboard.type('example.org/valve')
  await page.keyboard.press('Enter')
  await write(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  let saving = Promise.withResolvers<void>()
  await page.route(/\/api\/article-drafts/, async (route) => {
    if (route.request().method() !== 'GET') await saving.promise
    await route.continue()
  })
  for (const typed of [' first.', ' Then the pump.']) {
    const request = page.waitForRequest((each) => each.method() !== 'GET')
    await button(page, 'Save').click()
    await request
    await write(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(typed)
    saving.resolve()
    await toast(page, 'Saved as a new version')
    await page.locator('.toast').first().waitFor({ state: 'detached' })
    await expect.poll(() => write(page).innerText()).toContain(typed)
    await expect.poll(() => leavesFreely(page)).toBe(false)
    saving = Promise.withResolvers<void>()
  }
  saving.resolve()
  await button(page, 'Save').click()
  await page.waitForURL(/articles\/edit\/\d+$/)
  await write(page).getByText('Then the pump.').waitFor()
  await expect.poll(() => leavesFreely(page)).toBe(true)
  await page.unroute(/\/api\/article-drafts/)
})
