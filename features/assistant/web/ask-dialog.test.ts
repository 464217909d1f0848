import { afterEach, expect, test } from 'vitest'
import { server, serveShell, takePagesBack } from '#testing/sites/shell-page.ts'
import { answerTimeoutMs, contextBefore, type Turn } from './conversation.ts'
import { asking, fullAnswer, plainAnswer } from '#testing/sites/asking.ts'

serveShell()
afterEach(async () => expect(await takePagesBack()).toEqual([]))

test('AB1 Enter with words asks once, in the dialog; without words it does nothing', async () => {
  const person = await asking()
  const { page, dialog } = person
  await person.ask('   ')
  await expect.poll(() => dialog.count()).toBe(0)
  await person.ask('  Which pump is loud? ')
  await dialog.getByRole('heading', { name: 'Which pump is loud?' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  await expect
    .poll(() => person.asked)
    .toEqual([{ question: 'Which pump is loud?', type: 'search', locale: 'en', context: null }])
  await expect.poll(() => page.locator('.top-bar .ask input').inputValue()).toBe('')
})

test('AB2 AB3 while one waits tips change, seconds count, and one can cancel', async () => {
  const person = await asking()
  const { page, dialog } = person
  await page.clock.install()
  await person.ask('Why is it hot?')
  const tip = dialog.locator('.ask-tip')
  await tip.waitFor()
  const before = await tip.innerText()
  await page.clock.runFor(4_000)
  await expect.poll(() => tip.innerText()).not.toBe(before)
  const seconds = dialog.locator('.ask-step .number')
  await expect.poll(() => seconds.innerText()).toMatch(/^([4-9]|\d\d)\u00a0s$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByText('Cancelled.').waitFor()
  await expect.poll(() => dialog.locator('.toast').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => person.asked.length).toBe(2)
})

test('AB4 sentences have citations, and the next question has the last context', async () => {
  const person = await asking()
  const { dialog } = person
  await person.ask('How hot was zone 3 yesterday?')
  await person.answer(fullAnswer)
  await dialog.getByText('Its average yesterday was 196.2 °C.').waitFor()
  const chips = dialog.locator('a.ask-cite')
  await expect.poll(() => chips.count()).toBe(4)
  await expect.poll(() => chips.nth(1).innerText()).toContain('Nov 22')
  await expect
    .poll(() => chips.nth(1).getAttribute('href'))
    .toBe('/warroomCharts?thing=OVEN-2&sensor=zone3&from=2026-11-22T00%3A00&to=2026-11-23T00%3A00')
  await dialog.locator('.ask-unknown').getByText('burner valve').waitFor()
  await dialog.getByRole('button', { name: 'And today?' }).click()
  await expect
    .poll(() => person.asked.at(-1))
    .toMatchObject({ question: 'And today?', context: fullAnswer.context })
  await person.fail(503, 'unavailable')
  await dialog.getByText('No answer came').waitFor()
  await person.askFurther('And in zone 4?')
  // What failed says nothing about what is meant.
  await expect.poll(() => person.asked.at(-1)).toMatchObject({ context: fullAnswer.context })
  await person.answer(plainAnswer('Zone 4 is level.'))
  await dialog.getByText('Zone 4 is level.').waitFor()
  await expect
    .poll(() => dialog.locator('.ask-asked h3').allInnerTexts())
    .toEqual(['How hot was zone 3 yesterday?', 'And today?', 'And in zone 4?'])
})

test('AB4 the context is that of the last answer before the question', () => {
  const context = { intent: 'value', sensors: [1], things: [], period: null } as const
  const data = { ...plainAnswer('x'), context: { ...context, sensors: [1], things: [] } }
  const turn = (id: number, outcome: Turn['outcome']): Turn => ({
    ...{ id, attempt: id, question: 'x', askedAt: 0 },
    outcome,
  })
  const turns = [
    turn(1, { kind: 'answered', answer: data, message: 'x' }),
    turn(2, { kind: 'failed', error: null }),
    turn(3, { kind: 'answered', answer: plainAnswer('y'), message: 'y' }),
  ]
  expect(contextBefore(turns, 1)).toBeNull()
  expect(contextBefore(turns, 3)).toEqual(data.context)
  expect(contextBefore(turns, 4)).toBeNull()
})

test('AB16 sentences of a model stand as they come, and it is shown who phrased them', async () => {
  const person = await asking()
  const { dialog } = person
  await person.ask('How hot is zone 3?')
  const [sentence] = fullAnswer.sentences
  const model = { name: 'llama-4', fallback: null, trace: null }
  await person.answerInParts([{ kind: 'sentence', sentence }], {
    ...{ ...fullAnswer, source: 'model', model },
  })
  await dialog.getByText('By the model llama-4, from the data').waitFor()
  await person.askFurther('And now?')
  const trace = { failure: 'silent', tools: ['figures'], tokens: 1_234, durationMs: 12_000 }
  const late = {
    ...plainAnswer('It is hot.'),
    model: { ...model, fallback: 'late', trace },
  } as const
  await person.answerInParts([{ kind: 'sentence', sentence }, { kind: 'restart' }], late)
  await dialog.getByText('By rules: the model llama-4 took too long.').waitFor()
  await dialog.getByText(/1 look-up · 1\u202f234 tokens · 12\u00a0s · silent/).waitFor()
  await person.askFurther('And then?')
  await person.answer(plainAnswer('It is cold.'))
  await dialog.getByText('By rules, without a language model.').waitFor()
  await person.askFurther('And when it breaks off?')
  await person.breakOff([{ kind: 'sentence', sentence }])
  await dialog.getByRole('alert').getByText('No answer came').waitFor()
})

test('AB6 a failure keeps the question, shows why, and the same is asked again', async () => {
  const person = await asking()
  const { page, dialog } = person
  await person.ask('Why is it hot?')
  await person.fail(429, 'too_many_requests', { 'Retry-After': '7' })
  const failed = dialog.getByRole('alert')
  // First what goes by itself.
  await dialog.locator('.toast', { hasText: 'Search failed' }).waitFor()
  await failed.getByText('No answer came').waitFor()
  await expect.poll(() => failed.innerText()).toContain('7')
  await dialog.locator('.toast').waitFor({ state: 'detached' })
  await dialog.getByRole('heading', { name: 'Why is it hot?' }).waitFor()
  await page.clock.install()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await dialog.locator('.ask-tip').waitFor()
  await page.clock.fastForward(answerTimeoutMs)
  await failed.getByText('did not answer within 1 min').waitFor()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => person.asked.length).toBe(3)
  expect(new Set(person.asked.map((body) => JSON.stringify(body))).size).toBe(1)
})

test('AB7 closing asks first, in zh-TW in the words of the specification', async () => {
  const person = await asking({ language: 'zh-TW' })
  const { page, dialog } = person
  await person.ask('烤箱 2 為什麼過熱？')
  await person.answer({ ...plainAnswer('第 3 區過熱。'), locale: 'zh-TW' })
  await dialog.getByText('第 3 區過熱。').waitFor()
  const question = page.getByRole('alertdialog', { name: '確認關閉視窗？', exact: true })
  await page.keyboard.press('Escape')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '取消' }).click()
  await dialog.getByText('第 3 區過熱。').waitFor()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await question.getByRole('button', { name: '確認' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '回到回答' }).waitFor({ state: 'detached' })
})

test('AB8 who follows a citation finds the conversation as it was left', async () => {
  const person = await asking()
  const { page, dialog } = person
  await person.ask('Which alarms are there?')
  await person.answer(fullAnswer)
  await dialog.getByRole('link', { name: 'zone 3 Nov 22' }).click()
  await page.waitForURL('**/warroomCharts?thing=OVEN-2&sensor=zone3&from=2026-11-22T00*')
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Back to the answer' }).click()
  await dialog.getByText('Zone 3 stands at 214.6 °C.').waitFor()
  await expect.poll(() => dialog.locator('.toast').count()).toBe(0)
  await expect.poll(() => person.asked.length).toBe(1)
})

test('AB9 what one may not open is only named; who sees no values asks nothing', async () => {
  server.roles = ['free']
  const person = await asking()
  await person.ask('Is the oven online?')
  await person.answer(fullAnswer)
  const device = person.dialog.locator('.ask-cite', { hasText: /^Oven 2$/ })
  await device.waitFor()
  await expect.poll(() => device.getAttribute('href')).toBeNull()
  server.roles = ['visitor']
  const visitor = await asking()
  await visitor.page.locator('.clock').waitFor()
  await expect.poll(() => visitor.page.locator('.ask').count()).toBe(0)
})
