import { expect, test } from 'vitest'
import { Reader, type Progress } from './reader.ts'

const voice = { lang: 'zh-TW' } as SpeechSynthesisVoice

/** A browser that speaks when the test says so. */
function stage() {
  const spoken: SpeechSynthesisUtterance[] = []
  const progress: Progress[] = []
  let cancelled = 0
  const reader = new Reader(
    {
      synthesis: { speak: (utterance) => spoken.push(utterance), cancel: () => (cancelled += 1) },
      utterance: (text) => ({ text }) as SpeechSynthesisUtterance,
    },
    (next) => progress.push(next),
  )
  const end = (at = -1) => spoken.at(at)?.onend?.({} as SpeechSynthesisEvent)
  const fail = (at = -1) => spoken.at(at)?.onerror?.({} as SpeechSynthesisErrorEvent)
  const texts = () => spoken.map(({ text }) => text)
  return { reader, spoken, progress, end, fail, texts, cancelled: () => cancelled }
}

test('AB11 sentences are read one after the other, in the chosen voice, and each is named', () => {
  const { reader, spoken, progress, end, texts } = stage()
  reader.read(7, ['一', '二'], voice)
  expect(texts()).toEqual(['一'])
  end()
  expect(texts()).toEqual(['一', '二'])
  expect(spoken.every((each) => each.voice === voice && each.lang === 'zh-TW')).toBe(true)
  end()
  expect(progress).toEqual([
    { kind: 'speaking', key: 7, index: 0, total: 2 },
    { kind: 'speaking', key: 7, index: 1, total: 2 },
    { kind: 'ended', key: 7 },
  ])
})

test('AB11 what was stopped stays so, whatever the browser reports of it afterwards', () => {
  const { reader, progress, end, fail, texts, cancelled } = stage()
  reader.read(1, ['a', 'b'], voice)
  reader.stop()
  expect(cancelled()).toBe(2)
  end()
  fail()
  expect(texts()).toEqual(['a'])
  expect(progress.at(-1)).toEqual({ kind: 'stopped', key: 1 })
  reader.stop()
  expect(progress).toHaveLength(2)
})

test('AB11 another answer is read in the place of the one before', () => {
  const { reader, progress, end, fail, texts } = stage()
  reader.read(1, ['a', 'b'], voice)
  reader.read(2, ['c'], voice)
  end(0)
  fail(0)
  expect(texts()).toEqual(['a', 'c'])
  expect(progress.at(-1)).toEqual({ kind: 'speaking', key: 2, index: 0, total: 1 })
})

test('AB11 a browser that does not read aloud is reported, and can be asked again', () => {
  const { reader, progress, fail, texts } = stage()
  reader.read(1, ['a', 'b'], voice)
  fail()
  expect(progress.at(-1)).toEqual({ kind: 'failed', key: 1 })
  reader.read(1, ['a', 'b'], voice)
  expect(texts()).toEqual(['a', 'a'])
})
