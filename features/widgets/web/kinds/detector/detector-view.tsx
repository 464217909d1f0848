import { isOn, meaningOf } from '#kit/model/states.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createStateText } from '../../states/state-text.tsx'
import { useWords } from '../../values/words.ts'
import './detector.css'

/**
 * On or off, as a switch that is up and filled when on, with the word and since when. It has a
 * colour only where its configuration gives one.
 */
export default function DetectorView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const lever = useOnce(() => new LiveElement())
  const state = useOnce(() => createStateText(size))
  const colourOf = (value: number | string) => meaningOf(sensor, value)?.colour

  function paint(view: SensorView): void {
    const { reading, condition } = view
    if (!reading) return
    const value = condition === 'bad' ? null : reading.value
    const colour = value === null ? undefined : colourOf(value)
    lever.attribute('data-on', value === null ? null : String(isOn(value)))
    lever.style('--state-colour', colour ? lampPaint(colour) : 'var(--ink-2)')
    state.write(view, reading, words, (past) => {
      const colour = colourOf(past)
      return colour ? lampPaint(colour) : isOn(past) ? 'var(--ink-2)' : 'var(--surface)'
    })
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="state">
        {lever.draw('div', { className: 'switch', 'aria-hidden': true })}
        {state.draw(words)}
      </div>
    </SensorFrame>
  )
}
