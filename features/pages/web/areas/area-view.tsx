import { memo, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useNearScreen } from '#kit/ui/use-near-screen.ts'
import type { Area, Widget } from '../../contract/page.ts'
import './area-view.css'

type Styles = CSSProperties & Readonly<Record<`--${string}`, number>>

interface AreaViewProps {
  readonly area: Area
  /** From 1, in the order that they are read. */
  readonly number: number
  /** Drawn at once, without waiting for whether it is near the screen. */
  readonly isFirst: boolean
  readonly draw: (widget: Widget) => ReactNode
}

/** An area of a page with its widgets. Away from the screen it is an empty box of the same size. */
export const AreaView = memo(function AreaView(props: AreaViewProps) {
  const { area, number, isFirst, draw } = props
  const translate = useTranslations('pages.area')
  const [isNear, ref] = useNearScreen(isFirst)
  const narrowRows = area.widgets.reduce((sum, { h }) => sum + h, 0)
  const styles: Styles = { ...placeOf(area), '--narrow-rows': narrowRows }
  const name = area.name === '' ? translate('unnamed') : area.name
  return (
    <section
      className="area-view"
      aria-label={translate('label', { number, name })}
      style={styles}
      ref={ref}
    >
      <header>
        <h3 className="clip words" dir="auto" title={name}>
          {name}
        </h3>
        <small>{translate('widgets', { count: area.widgets.length })}</small>
      </header>
      <div className="area-grid">
        {area.widgets.length === 0 && <p className="area-empty">{translate('empty')}</p>}
        {isNear &&
          area.widgets.toSorted(inReadingOrder).map((widget) => (
            <div key={widget.id} className="area-item" style={placeOf(widget)}>
              {draw(widget)}
            </div>
          ))}
      </div>
    </section>
  )
})

const placeOf = ({ x, y, w, h }: Pick<Area, 'x' | 'y' | 'w' | 'h'>): Styles => ({
  ...{ '--x': x, '--y': y, '--w': w, '--h': h },
})

/** From the top, and from the left: what a screen reader and a phone go through. */
export const inReadingOrder = (one: Pick<Area, 'x' | 'y'>, other: Pick<Area, 'x' | 'y'>): number =>
  one.y - other.y || one.x - other.x
