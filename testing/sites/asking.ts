import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Answer } from '#features/assistant/contract/answer.ts'
import type { VisitOptions } from '#testing/peers/browser.ts'
import { fakeSpeech } from '#testing/peers/fake-speech.ts'
import { newPage } from './shell-page.ts'

interface AskingOptions extends VisitOptions {
  readonly language?: string
  /** Languages of the browser's voices. */
  readonly voices?: readonly string[]
}

/** A signed-in person before the stand-in of a server, whose answers the test gives. */
export async function asking(options: AskingOptions = {}): Promise<Asking> {
  const { language = 'en', voices = ['zh-TW'], ...rest } = options
  const page = await newPage({ ...rest, cookies: { language } })
  await fakeSpeech(page, voices)
  const person = new Asking(page)
  await page.route('**/api/chatbot', (route) => person.take(route))
  await page.goto('/documentation/index')
  return person
}

export class Asking {
  readonly page: Page
  /** Questions that wait for their answer. */
  readonly #waiting: Route[] = []
  /** Bodies of all that were asked. */
  readonly asked: unknown[] = []

  constructor(page: Page) {
    this.page = page
  }

  get dialog() {
    return this.page.locator('.ask-dialog')
  }

  take(route: Route): void {
    this.asked.push(route.request().postDataJSON())
    this.#waiting.push(route)
  }

  /** Asks in the top bar. */
  async ask(question: string): Promise<void> {
    const field = this.page.locator('.top-bar .ask input')
    await field.fill(question)
    await field.press('Enter')
  }

  /** Asks in the dialog. */
  async askFurther(question: string): Promise<void> {
    const field = this.dialog.getByRole('textbox')
    await field.fill(question)
    await field.press('Enter')
  }

  /** Answers the oldest question that waits. */
  async answer(data: Answer): Promise<void> {
    const route = await this.#next()
    const message = data.sentences.map(({ text }) => text).join(' ')
    await route.fulfill({ json: { message, data } })
  }

  /** Answers it in lines; the last one is the whole answer. */
  async answerInParts(lines: readonly object[], data: Answer): Promise<void> {
    const message = data.sentences.map(({ text }) => text).join(' ')
    await this.breakOff([...lines, { kind: 'answer', message, data }])
  }

  /** Answers it in these lines, of which the last one may be missing. */
  async breakOff(lines: readonly object[]): Promise<void> {
    const route = await this.#next()
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await route.fulfill({ contentType: 'application/x-ndjson', body })
  }

  async fail(status: number, error: string, headers: Record<string, string> = {}): Promise<void> {
    const route = await this.#next()
    await route.fulfill({ status, headers, json: { success: false, error, message: error } })
  }

  async #next(): Promise<Route> {
    await expect.poll(() => this.#waiting.length).toBeGreaterThan(0)
    return this.#waiting.shift()!
  }
}

const place = { thing: 'OVEN-2', sensor: 'zone3' } as const
const from = Date.UTC(2026, 10, 21, 16)

/** An answer that has all that an answer can have but a chart. */
export const fullAnswer: Answer = {
  locale: 'en',
  sentences: [
    {
      text: 'Zone 3 stands at 214.6 °C.',
      citations: [{ kind: 'sensor', ...place, label: 'Oven 2, zone 3', from: null, to: null }],
    },
    {
      text: 'Its average yesterday was 196.2 °C.',
      citations: [
        { kind: 'sensor', ...place, label: 'Oven 2, zone 3', from, to: from + 86_400_000 },
        { kind: 'alarm', ...place, id: 41, label: 'Too hot', priority: 1, at: from },
        { kind: 'device', thing: 'OVEN-2', label: 'Oven 2' },
      ],
    },
  ],
  unknown: ['The position of the burner valve is not measured.'],
  chart: null,
  suggestions: ['And today?', 'Which alarms are active?'],
  context: { intent: 'average', sensors: [7], things: ['OVEN-2'], period: null },
  source: 'rules',
  model: null,
}

/** An answer of one sentence, with nothing else. */
export const plainAnswer = (text: string): Answer => ({
  ...{ locale: 'en', unknown: [], chart: null, suggestions: [], context: null },
  ...{ source: 'rules', model: null },
  sentences: [{ text, citations: [] }],
})
