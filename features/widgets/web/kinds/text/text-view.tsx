import { noFigure } from '#kit/web/formats/number.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { stateTexts } from '../../states/state-texts.ts'
import { useWords, type Words } from '../../values/words.ts'
import { latestTexts, recentTexts, type TextChange } from './recent-texts.ts'
import '../../states/state-text.css'
import './text.css'

const rowCount = 3

/**
 * A text such as a batch or a recipe, since when it stands, and its latest changes: those that the
 * store has and those seen since.
 */
export default function TextView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const word = useOnce(() => new LiveElement())
  const since = useOnce(() => new LiveElement())
  const rows = useOnce(() => Array.from({ length: size === 'small' ? 0 : rowCount }, createRow))

  function paint(view: SensorView): void {
    const { reading, condition, trend, textOf, stored, now } = view
    if (!reading) return
    const texts = stateTexts(view, reading, words)
    word.text(texts.word)
    word.attribute('title', condition === 'bad' ? null : texts.word)
    since.text(texts.since)
    if (rows.length === 0) return
    const seen = recentTexts(trend, textOf, rowCount)
    const changes = latestTexts(seen, stored ?? [], rowCount)
    for (const [index, row] of rows.entries()) row.write(changes[index], now, words)
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="state-text">
        {word.draw('div', { className: 'state-word text-word' })}
        {since.draw('div', { className: 'state-since' })}
      </div>
      {rows.length === 0 ? null : (
        <ul className="text-changes">{rows.map((row, index) => row.draw(index))}</ul>
      )}
    </SensorFrame>
  )
}

function createRow() {
  const time = new LiveElement()
  const change = new LiveElement()
  const previous = new LiveElement()
  const current = new LiveElement()
  return {
    draw: (key: number) => (
      <li key={key}>
        <span className="number" ref={time.ref} />
        <span className="text-change" ref={change.ref}>
          <span className="clip" ref={previous.ref} />
          <span className="clip" ref={current.ref} />
        </span>
      </li>
    ),
    /** Without a change the row is empty; `now` in ms UTC. */
    write(shown: TextChange | undefined, now: number, { format }: Words): void {
      const before = shown ? (shown.previous ?? noFigure) : ''
      const after = shown ? ` → ${shown.current}` : ''
      time.text(shown ? format.moment(shown.time, now, 'day') : '')
      previous.text(before)
      current.text(after)
      change.attribute('title', shown ? before + after : null)
    },
  }
}
