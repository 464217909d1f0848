import { hub } from '#kit/web/live/index.ts'
import { attributeWriter, part, textWriter } from '#kit/ui/write.ts'
import type { WidgetContext } from '../mount-frame.ts'
import { sinceChange } from '../since-change.ts'
import { stateWord } from '../value-text.ts'
import type { WidgetBody } from '../use-widget-node.ts'
import { recentTexts } from './recent-texts.ts'

const rowCount = 3

/** Writes the text, since when, and the changes that were seen since the page was opened. */
export function mountString(root: HTMLElement, { sensor, words }: WidgetContext): WidgetBody {
  const word = part(root, 'word')
  const writeWord = textWriter(word)
  const writeTitle = attributeWriter(word, 'title')
  const writeSince = textWriter(part(root, 'since'))
  const rows = [...root.querySelectorAll<HTMLElement>('[data-part="change"]')].map((row) => ({
    writeTime: textWriter(part(row, 'change-time')),
    writeText: textWriter(part(row, 'change-text')),
  }))
  return {
    paint({ reading, condition, now }) {
      if (!reading) return
      const text = stateWord(sensor, reading.value, words)
      const isBad = condition === 'bad'
      writeWord(isBad ? words.bad : text)
      writeTitle(isBad ? null : text)
      const { time, isExact } = sinceChange(reading, hub.store.trend(sensor.id))
      const lasted = words.format.age(now - time)
      writeSince(
        isBad ? words.lastKnown(text) : condition === 'stale' ? '' : isExact ? words.since(lasted) : words.atLeast(lasted),
      )
      if (rows.length === 0) return
      const changes = recentTexts(hub.store.trend(sensor.id), (code) => hub.store.trendText(sensor.id, code), rowCount)
      rows.forEach(({ writeTime, writeText }, index) => {
        const change = changes[index]
        writeTime(change ? words.format.clock(change.time) : '')
        writeText(change ? `${change.previous ?? '–'} → ${change.current}` : '')
      })
    },
  }
}
