import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { SensorsWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { ChoiceField } from '../../several/choice-field.tsx'
import { TitleField } from '../../several/title-field.tsx'
import { backgrounds, type ImageOptions } from './image-options.ts'
import { PictureField } from './picture-field.tsx'
import { PlaceEditor } from './place-editor.tsx'
import { readPlaces, withPlace, writePlaces, type Place } from './places.ts'
import './image-editor.css'

/** The title, the picture or a background, and where the sensors are on it. */
export default function ImageEditor(props: SensorsWidgetEditorProps<ImageOptions>) {
  const { sensors, options, onChange } = props
  const translate = useTranslations('widgets.kinds.image')
  const [places, setPlaces] = useState(() => readPlaces(options.places))
  const isTooMuch = writePlaces(places) === null

  // A picture is there some time after it was chosen: what was typed meanwhile stays.
  const latest = useRef({ options, places })
  useEffect(() => {
    latest.current = { options, places }
  })
  const change = (part: Partial<ImageOptions>) => {
    const { options: now, places: placed } = latest.current
    const text = writePlaces(placed)
    onChange(text === null ? null : { ...now, places: text, ...part })
  }
  const put = (sensor: Sensor, place: Place) => {
    const next = withPlace(places, sensor, place)
    const text = writePlaces(next)
    setPlaces(next)
    onChange(text === null ? null : { ...options, places: text })
  }
  return (
    <>
      <TitleField
        value={options.title}
        usual={translate('noTitle')}
        onChange={(title) => change({ title })}
      />
      <PictureField value={options.picture} onChange={(picture) => change({ picture })} />
      {options.picture === '' ? (
        <ChoiceField
          label={translate('background')}
          value={options.background}
          choices={backgrounds.map((name) => ({
            value: name,
            label: translate(`backgrounds.${name}`),
          }))}
          onChange={(background) => change({ background })}
        />
      ) : null}
      {sensors.length === 0 ? (
        <p className="picture-hint">{translate('noSensors')}</p>
      ) : (
        <PlaceEditor {...{ sensors, options, places }} onPlace={put} />
      )}
      <div role="alert">
        {isTooMuch ? (
          <p className="field-error">
            <Icon name="warning" />
            {translate('tooMany')}
          </p>
        ) : null}
      </div>
    </>
  )
}
