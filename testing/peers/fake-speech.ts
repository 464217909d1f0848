import type { Page } from 'playwright-core'

/** What a browser was asked to speak. */
export interface Spoken {
  readonly text: string
  readonly lang: string
}

/** Gives the page voices of these languages; they speak a text until the test ends it. */
export async function fakeSpeech(page: Page, languages: readonly string[]): Promise<void> {
  await page.addInitScript((tags) => {
    const voices = tags.map((lang) => ({ lang, name: lang, default: false, localService: true }))
    const spoken: Spoken[] = []
    let current: { onend?: () => void } | null = null
    const synthesis = {
      getVoices: () => voices,
      speak(utterance: Spoken & { onend?: () => void }) {
        spoken.push({ text: utterance.text, lang: utterance.lang })
        current = utterance
      },
      cancel: () => (current = null),
      addEventListener() {},
      removeEventListener() {},
    }
    class Utterance {
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    }
    Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis })
    Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance })
    const test = { spoken, isSpeaking: () => current !== null, end: () => current?.onend?.() }
    Object.defineProperty(globalThis, 'speechTest', { value: test })
  }, languages)
}

/** All that was spoken until now. */
export const spokenOn = (page: Page): Promise<readonly Spoken[]> =>
  page.evaluate(() => (Reflect.get(globalThis, 'speechTest') as { spoken: Spoken[] }).spoken)

export const isSpeakingOn = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'speechTest') as { isSpeaking: () => boolean }).isSpeaking(),
  )

/** Ends the text that is being spoken, as a voice does. */
export const endSentence = (page: Page): Promise<void> =>
  page.evaluate(() => (Reflect.get(globalThis, 'speechTest') as { end: () => void }).end())
