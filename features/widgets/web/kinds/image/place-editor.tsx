import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { ChoiceField } from '../../several/choice-field.tsx'
import type { ImageOptions } from './image-options.ts'
import { ImagePlane } from './image-plane.tsx'
import { placeForms, placeOf, type Place } from './places.ts'

interface PlaceEditorProps {
  readonly sensors: readonly Sensor[]
  readonly options: ImageOptions
  readonly places: Parameters<typeof placeOf>[0]
  readonly onPlace: (sensor: Sensor, place: Place) => void
}

/** The picture with a label for each sensor, to be dragged or moved with the arrow keys. */
export function PlaceEditor({ sensors, options, places, onPlace }: PlaceEditorProps) {
  const translate = useTranslations('widgets.kinds.image')
  const [chosen, setChosen] = useState<number | null>(null)
  const plane = useRef<HTMLDivElement>(null)
  const index = sensors.findIndex(({ id }) => id === chosen)
  const sensor = sensors[index]
  return (
    <section className="place-editor" aria-label={translate('places')}>
      <p className="picture-hint">{translate('placesHint')}</p>
      <div className="place-editor-plane">
        <ImagePlane options={options} gone={translate('gone')} ref={plane}>
          {sensors.map((each, at) => (
            <Handle
              key={each.id}
              sensor={each}
              place={placeOf(places, each, at)}
              isChosen={each.id === chosen}
              plane={() => plane.current}
              onChoose={() => setChosen(each.id)}
              onPlace={(place) => onPlace(each, place)}
            />
          ))}
        </ImagePlane>
      </div>
      {sensor ? (
        <ChoiceField
          label={translate('shownAs', { name: isolated(sensor.alias) })}
          value={placeOf(places, sensor, index).form}
          choices={placeForms.map((form) => ({ value: form, label: translate(`forms.${form}`) }))}
          onChange={(form) => onPlace(sensor, { ...placeOf(places, sensor, index), form })}
        />
      ) : null}
    </section>
  )
}

interface HandleProps {
  readonly sensor: Sensor
  readonly place: Place
  readonly isChosen: boolean
  readonly plane: () => HTMLElement | null
  readonly onChoose: () => void
  readonly onPlace: (place: Place) => void
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** With the shift key a step is so many percent. */
const longStep = 10

function Handle({ sensor, place, isChosen, plane, onChoose, onPlace }: HandleProps) {
  const translate = useTranslations('widgets.kinds.image')
  const { number } = useFormat()
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = plane()?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    onPlace({
      ...place,
      x: ((event.clientX - box.left) * 100) / box.width,
      y: ((event.clientY - box.top) * 100) / box.height,
    })
  }
  const step = (event: KeyboardEvent) => {
    const [x, y] = steps[event.key] ?? [0, 0]
    if (x === 0 && y === 0) return
    event.preventDefault()
    const length = event.shiftKey ? longStep : 1
    onPlace({ ...place, x: place.x + x * length, y: place.y + y * length })
  }
  const where = { x: number(place.x), y: number(place.y) }
  return (
    <button
      type="button"
      className="image-label place-handle"
      data-form={place.form}
      aria-pressed={isChosen}
      aria-label={translate('placed', { name: isolated(sensor.alias), ...where })}
      style={{ left: `${place.x}%`, top: `${place.y}%`, translate: `-${place.x}% -${place.y}%` }}
      onFocus={onChoose}
      onKeyDown={step}
      onPointerDown={(event) => {
        onChoose()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={follow}
    >
      {sensor.alias}
    </button>
  )
}
