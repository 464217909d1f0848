import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Thing } from '#features/ingest/contract/things.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { ThingRow } from './thing-row.tsx'
import type { ThingsAddress } from './things-address.ts'
import { useThings } from './use-things.ts'

/** Of each row, px; as the style has it. */
const rowHeight = 58
const rowsBeyond = 6

interface ThingsListProps {
  readonly address: ThingsAddress
  readonly onOpen: (lesiId: string) => void
  readonly onMeta: (meta: ReturnType<typeof useThings>['meta']) => void
}

/** Every device that is looked for; only those in view are drawn and asked for. */
export function ThingsList({ address, onOpen, onMeta }: ThingsListProps) {
  const translate = useTranslations('scada.things')
  const [box, size] = useElementSize<HTMLDivElement>()
  const [scrolled, setScrolled] = useState(0)
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - rowsBeyond)
  const shown = Math.ceil(size.height / rowHeight) + 2 * rowsBeyond
  const { rows, meta, failed } = useThings(address, first, first + shown)
  const [latest, setLatest] = useState(meta)
  if (meta && meta !== latest) {
    setLatest(meta)
    onMeta(meta)
  }
  const total = meta?.total ?? latest?.total ?? 0
  const isSearch = address.find !== '' || address.state !== null
  const last = Math.min(total, first + shown)
  return (
    <div
      ref={box}
      className="things-scroll"
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      {failed && <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !meta && !latest && <Skeleton width="100%" height="240px" />}
      {meta?.total === 0 && (
        <Notice icon="device" title={translate(isSearch ? 'noneFound' : 'none')}>
          <p>{translate(isSearch ? 'noneFoundText' : 'noneText')}</p>
        </Notice>
      )}
      {total > 0 && (
        <ul
          className="things-list"
          aria-label={translate('title')}
          style={{ height: total * rowHeight }}
        >
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index).map(
            (index) => (
              <Place key={index} index={index} total={total} thing={rows.get(index)}>
                {{ isOpen: rows.get(index)?.lesiId === address.device, onOpen }}
              </Place>
            ),
          )}
        </ul>
      )}
    </div>
  )
}

interface PlaceProps {
  readonly index: number
  readonly total: number
  readonly thing: Thing | undefined
  readonly children: { readonly isOpen: boolean; readonly onOpen: (lesiId: string) => void }
}

function Place({ index, total, thing, children }: PlaceProps) {
  return (
    <li
      className="things-place"
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ top: index * rowHeight }}
    >
      {thing ? (
        <ThingRow thing={thing} {...children} />
      ) : (
        <span className="skeleton" aria-hidden="true" />
      )}
    </li>
  )
}
