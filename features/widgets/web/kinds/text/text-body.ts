import { hub } from '#kit/web/live/index.ts'
import { noFigure } from '#kit/web/formats/format.ts'
import { attributeWriter, part, textWriter } from '#kit/ui/write.ts'
import type { WidgetContext } from '../../frame/mount-frame.ts'
import { changeMoment } from '../../values/change-moment.ts'
import { sinceChange } from '../../values/since-change.ts'
import { badText, lastValue, stateWord } from '../../values/value-text.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { latestTexts, recentTexts } from './recent-texts.ts'

const rowCount = 3

/**
 * Writes the text, since when, and its latest changes: those that the store has and those seen
 * since.
 */
export function mountString(
  root: HTMLElement,
  { sensor, words, stored }: WidgetContext,
): WidgetBody {
  const word = part(root, 'word')
  const writeWord = textWriter(word)
  const writeTitle = attributeWriter(word, 'title')
  const writeSince = textWriter(part(root, 'since'))
  const rows = [...root.querySelectorAll<HTMLElement>('[data-part="change"]')].map((row) => ({
    writeTime: textWriter(part(row, 'change-time')),
    writePrevious: textWriter(part(row, 'change-previous')),
    writeCurrent: textWriter(part(row, 'change-current')),
    writeTitle: attributeWriter(part(row, 'change-text'), 'title'),
  }))
  const lastKnown = (text: string) => (text === '' ? '' : words.lastKnown(text))
  return {
    paint({ reading, condition, now }) {
      if (!reading) return
      const last = lastValue(reading)
      const text = last === undefined ? '' : stateWord(sensor, last, words)
      const isBad = condition === 'bad'
      writeWord(isBad ? badText(reading, words) : text)
      writeTitle(isBad ? null : text)
      const { time, isExact } = sinceChange(reading, hub.store.trend(sensor.id), stored)
      const lasted = words.format.age(now - time)
      writeSince(
        isBad
          ? lastKnown(text)
          : condition === 'stale'
            ? ''
            : isExact
              ? words.since(lasted)
              : words.atLeast(lasted),
      )
      if (rows.length === 0) return
      const seen = recentTexts(
        hub.store.trend(sensor.id),
        (code) => hub.store.trendText(sensor.id, code),
        rowCount,
      )
      const changes = latestTexts(seen, stored ?? [], rowCount)
      rows.forEach(({ writeTime, writePrevious, writeCurrent, writeTitle }, index) => {
        const change = changes[index]
        writeTime(change ? changeMoment(change.time, now, words.format) : '')
        const previous = change ? (change.previous ?? noFigure) : ''
        const current = change ? ` → ${change.current}` : ''
        writePrevious(previous)
        writeCurrent(current)
        writeTitle(change ? previous + current : null)
      })
    },
  }
}
