import { afterEach, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { asking, fullAnswer, plainAnswer } from '#testing/sites/asking.ts'
import { endSentence, isSpeakingOn, spokenOn } from '#testing/peers/fake-speech.ts'
import { serveShell, takePagesBack } from '#testing/sites/shell-page.ts'

serveShell()
afterEach(async () => expect(await takePagesBack()).toEqual([]))

test('AB12 an answer is read once in a voice of Taiwan, until it is stopped', async () => {
  const person = await asking({ voices: ['en-US', 'zh-CN', 'zh-TW'] })
  const { page, dialog } = person
  await person.ask('How hot is it?')
  await person.answer(fullAnswer)
  const [first, second] = fullAnswer.sentences.map(({ text }) => text)
  await expect.poll(() => spokenOn(page)).toEqual([{ text: first, lang: 'zh-TW' }])
  const marked = dialog.locator('[data-spoken]')
  await expect.poll(() => marked.innerText()).toBe(first)
  await endSentence(page)
  await expect.poll(() => marked.innerText()).toBe(second)
  await dialog.getByText('sentence 2 of 3').waitFor()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => isSpeakingOn(page)).toBe(false)
  await expect.poll(() => marked.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(async () => (await spokenOn(page)).at(-1)?.text).toBe(first)
  await dialog.getByRole('link', { name: 'zone 3 Nov 22' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isSpeakingOn(page)).toBe(false)
  await page.getByRole('button', { name: 'Back to the answer' }).click()
  await dialog.getByText('Answers are read aloud').waitFor()
  await expect.poll(async () => (await spokenOn(page)).length).toBe(3)
})

test('AB13 mute is stored, and so is the voice of the language of the interface', async () => {
  const person = await asking({ voices: ['en-US', 'zh-TW'] })
  const { page, dialog } = person
  await person.ask('How hot is it?')
  await person.answer(plainAnswer('It is hot.'))
  await expect.poll(() => isSpeakingOn(page)).toBe(true)
  const mute = dialog.getByRole('button', { name: 'Mute' })
  await mute.click()
  await expect.poll(() => isSpeakingOn(page)).toBe(false)
  await dialog.getByRole('combobox', { name: 'Language of the voice' }).selectOption('English')
  await page.reload()
  await person.ask('And now?')
  await person.answer(plainAnswer('It is still hot.'))
  await dialog.getByText('Muted: answers are not read aloud').waitFor()
  await expect.poll(() => spokenOn(page)).toEqual([])
  await mute.click()
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => spokenOn(page)).toEqual([{ text: 'It is still hot.', lang: 'en-US' }])
})

test('AB14 where no Chinese voice is installed that is shown, and nothing is read', async () => {
  const person = await asking({ voices: ['en-US'] })
  const { page, dialog } = person
  await person.ask('How hot is it?')
  await person.answer(plainAnswer('It is hot.'))
  await dialog.getByText('No voice for 繁體中文 is installed').waitFor()
  await dialog.getByRole('combobox').selectOption('English')
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => spokenOn(page)).toEqual([{ text: 'It is hot.', lang: 'en-US' }])
})

test.each([
  ['en', 'light', { width: 1440, height: 900 }],
  ['ru', 'dark', { width: 390, height: 844 }],
  ['zh-TW', 'light', { width: 390, height: 844 }],
  ['vi', 'dark', { width: 1440, height: 900 }],
] as const)('AB15 axe finds nothing in %s, %s, at %o', async (language, colorScheme, viewport) => {
  const person = await asking({ language, colorScheme, viewport })
  const { page, dialog } = person
  const isPhone = viewport.width < 992
  if (isPhone) {
    await page.locator('.ask-button').click()
    await person.askFurther('x'.repeat(500))
  } else await person.ask('x'.repeat(500))
  await dialog.locator('.ask-tip').waitFor()
  expect(await violationsOf(page, { within: '.ask-dialog' })).toEqual([])
  const label = 'A name that is as long as any name can be '.repeat(5).slice(0, 200)
  const long = { text: 'y'.repeat(400), citations: [{ kind: 'device', thing: 'OVEN-2', label }] }
  await person.answer({
    ...fullAnswer,
    sentences: [...fullAnswer.sentences, long as (typeof fullAnswer.sentences)[number]],
    suggestions: ['And the same question for every sensor of the plant, all of this year?'],
  })
  await dialog.locator('.ask-unknown').waitFor()
  await person.askFurther('z')
  await person.fail(503, 'unavailable')
  await dialog.getByRole('alert').waitFor()
  expect(await violationsOf(page, { within: '.ask-dialog' })).toEqual([])
  const overflow = () =>
    dialog.locator('.ask-talk').evaluate((talk) => talk.scrollWidth - talk.clientWidth)
  await expect.poll(overflow).toBe(0)
  if (!isPhone) return
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(viewport.height)
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(viewport.width)
})
