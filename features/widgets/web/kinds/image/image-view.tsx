import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorsWidgetProps } from '#kit/web/widget-registry.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import { useLiveRows } from '../../several/use-live-rows.ts'
import { useWords } from '../../values/words.ts'
import { createImageLabel } from './image-label.tsx'
import type { ImageOptions } from './image-options.ts'
import { ImagePlane } from './image-plane.tsx'
import { placeOf, readPlaces } from './places.ts'

/** A picture of the plant with live values where their sensors are. */
export default function ImageView(props: SensorsWidgetProps<ImageOptions>) {
  const { sensors, missing, size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.image')
  const labels = useMemo(() => {
    const places = readPlaces(options.places)
    return sensors.map((sensor, index) => createImageLabel(sensor, placeOf(places, sensor, index)))
  }, [sensors, options.places])
  const ref = useLiveRows(labels, words)
  return (
    <TitledFrame
      {...{ kind: 'image-widget', size, missing, sensors }}
      title={options.title || translate('title')}
      isTitleHidden={options.title === ''}
    >
      <ImagePlane options={options} gone={translate('gone')} ref={ref}>
        {labels.map((label) => label.draw())}
      </ImagePlane>
    </TitledFrame>
  )
}
