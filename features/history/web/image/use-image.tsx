import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { formatDateTime } from '#kit/web/formats/format.ts'
import { formatOffsets } from '#kit/web/formats/offsets.ts'
import { toast } from '#kit/web/toast.ts'
import { spanText } from '../report/use-chart-format.ts'
import { imageName, imageTitle, type Shown } from './image-name.ts'
import type { DrawnImage, OfferImage } from './image-source.ts'
import type { ImageKind } from './save-image.ts'

interface ImageFrame {
  readonly shown: Shown
  readonly range: Range
  readonly timezone: string
  /** The earlier period that is drawn along. */
  readonly compared: Range | null
}

/**
 * The button that stores what a panel draws as a picture, and what its drawings offer theirs to;
 * no button while there is nothing to store.
 */
export function useImage(frame: ImageFrame): {
  readonly button: ReactNode
  readonly offer: OfferImage
} {
  const translate = useTranslations('history.image')
  const compare = useTranslations('history.compare')
  const make = useRef<(() => DrawnImage) | null>(null)
  const element = useRef<HTMLSpanElement>(null)
  const [hasImage, setHasImage] = useState(false)
  const [offer] = useState((): OfferImage => (next) => {
    make.current = next
    setHasImage(next !== null)
  })
  const save = async (kind: ImageKind) => {
    const drawn = make.current?.()
    if (!drawn || !element.current) return
    const { shown, range, timezone, compared } = frame
    const span = spanText(range, timezone)
    const zone = { zone: timezone, offset: formatOffsets(range, timezone) }
    const image = {
      ...{ ...drawn, title: imageTitle(shown) },
      lines: [
        translate('period', { ...span, ...zone }),
        ...(compared ? [compare('with', spanText(compared, timezone))] : []),
      ],
      footer: translate('made', { time: formatDateTime(serverClock.now(), timezone), ...zone }),
    }
    const fileName = imageName(shown, `${span.from} – ${span.to}`)
    // What writes pictures comes when somebody wants one.
    const { saveImage } = await import('./save-image.ts')
    await saveImage(image, fileName, kind, element.current)
  }
  const button = (
    <span ref={element}>
      {hasImage && (
        <MenuButton
          label={translate('save')}
          className="icon-button small"
          choices={[
            { value: 'png', label: translate('png'), kind: 'action' },
            { value: 'svg', label: translate('svg'), kind: 'action' },
          ]}
          onChoose={(kind: ImageKind) =>
            void save(kind).catch(() => toast('error', translate('failed')))
          }
        >
          <Icon name="picture" />
        </MenuButton>
      )}
    </span>
  )
  return { button, offer }
}
