import { lampColourOf } from '#kit/model/states.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createLampTower, lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createStateText } from '../../states/state-text.tsx'
import { useWords } from '../../values/words.ts'

/** A lamp as a tower: colour, place and word say the same; a bad value lights nothing. */
export default function LampView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const tower = useOnce(createLampTower)
  const state = useOnce(() => createStateText(size))

  function paint(view: SensorView): void {
    const { reading, condition } = view
    if (!reading) return
    const value = condition === 'bad' ? null : reading.value
    tower.write(value === null ? null : lampColourOf(sensor, value))
    state.write(view, reading, words, (past) => {
      const colour = lampColourOf(sensor, past)
      return colour && lampPaint(colour)
    })
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="state">
        {tower.draw()}
        {state.draw(words)}
      </div>
    </SensorFrame>
  )
}
