import { createContext, use, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '../../../contract/area-rules.ts'
import type { Area } from '../../../contract/page.ts'
import { placeIn } from '../content/widgets.ts'
import type { Addable } from '../sensors/use-adding.ts'
import './drop-place.css'

/** What is held over an area. */
export interface Preview {
  readonly areaId: string
  readonly addable: Addable
  readonly size: Pick<Place, 'w' | 'h'>
  /** Under the pointer; undefined: wherever there is room. */
  readonly cell: Pick<Place, 'x' | 'y'> | undefined
}

const PreviewContext = createContext<Preview | null>(null)

export function isSamePreview(one: Preview | null, other: Preview | null): boolean {
  if (one === null || other === null) return one === other
  const isSameCell = one.cell?.x === other.cell?.x && one.cell?.y === other.cell?.y
  return one.areaId === other.areaId && isSameCell
}

interface DropPreviewProps {
  readonly value: Preview | null
  readonly children: ReactNode
}

/** Around the areas over which something may be held. */
export function DropPreview({ value, children }: DropPreviewProps) {
  return <PreviewContext value={value}>{children}</PreviewContext>
}

/** Where in this area what is held comes to lie when it is put down now. */
export function DropPlace({ area }: { readonly area: Area }) {
  const translate = useTranslations('pages.drag')
  const preview = use(PreviewContext)
  if (preview?.areaId !== area.id) return null
  const place = placeIn(area, preview.size, preview.cell)
  if (!place) return null
  const { x, y, w, h } = place
  const styles: CSSProperties & Readonly<Record<`--${string}`, number>> = {
    '--columns': area.w,
    '--rows': area.h,
  }
  const cell = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }
  return (
    <div className="drop-places" style={styles} aria-hidden="true">
      <span style={cell}>{translate('here', { w, h })}</span>
    </div>
  )
}
