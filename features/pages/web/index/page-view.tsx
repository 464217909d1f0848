import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { FollowedLinks } from '#kit/web/detail/followed-links.tsx'
import { PastRoom } from '#kit/web/past/past-room.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { PageSlider } from '#kit/web/wall/slider/page-slider.tsx'
import { useInteraction } from '#kit/web/wall/slider/use-interaction.ts'
import { useSlider } from '#kit/web/wall/slider/use-slider.ts'
import { useUnattendedRetry } from '#kit/web/wall/use-unattended-retry.ts'
import { NamedDevices } from '#kit/web/widgets/named-devices.tsx'
import { WidgetView } from '#kit/web/widgets/widget-view.tsx'
import type { Board, BoardSummary } from '../../contract/board.ts'
import type { Widget } from '../../contract/page.ts'
import { inReadingOrder, AreaView } from '../areas/area-view.tsx'
import { widgetContent, sizeOf } from '../areas/widget-content.ts'
import { useBoardSensors } from '../areas/use-board-sensors.ts'
import { pageQuery } from '../calls/query-pages.ts'
import { usePageThen } from '../calls/use-page-then.ts'
import type { FindSensor } from '../calls/use-sensors.ts'
import { normalizePage } from '../edit/content/areas.ts'
import { PageFaults } from './page-faults.tsx'
import { PageVersionBar } from '../versions/page-versions.tsx'
import { useShownVersion } from '../versions/use-shown-version.ts'
import { EditLink, PageHead } from './page-head.tsx'
import { PageIllustration } from './blank/blank-pages.tsx'
import type { PageDialogs } from './use-page-dialogs.tsx'

interface PageViewProps {
  readonly pages: readonly BoardSummary[]
  readonly shown: BoardSummary
  readonly dialogs: PageDialogs
  readonly isNarrow: boolean
  readonly isWall: boolean
  readonly show: (id: string) => void
  readonly setWall: (isOn: boolean) => void
}

/** The page that is shown, under its head, and the slider through all of them. */
export function PageView(props: PageViewProps) {
  const { pages, shown, dialogs, isWall, show } = props
  const translate = useTranslations('boards.versions')
  const client = useQueryClient()
  const page = useQuery(pageQuery(shown.id))
  const [version, old] = useShownVersion(shown.id)
  const [then, askedThen] = usePageThen(page.data)
  const board = version === null ? then : old.data
  const failed = version === null ? (askedThen ?? page) : old
  useUnattendedRetry(isWall, failed)
  const sensors = useMemo(() => sensorsOf(board), [board])
  const stage = useRef<HTMLDivElement>(null)
  const slider = useSlider({
    ...{ pages: pages.map(({ id }) => id), shown: shown.id, isWall, onShow: show },
    onSoon: (id) => void client.prefetchQuery(pageQuery(id)),
  })
  useInteraction(stage, slider.isPlaying ? slider.pause : null)
  return (
    <div className="page-view" ref={stage}>
      <PageHead
        {...props}
        board={page.data}
        isVersion={version !== null}
        earlier={board === page.data ? undefined : board}
        slider={
          pages.length > 1 && (
            <PageSlider kind="page" shownId={shown.id} onShow={show} {...{ pages, slider }} />
          )
        }
      />
      {version !== null && !isWall && (
        <PageVersionBar
          key={`${shown.id} ${version}`}
          page={shown}
          version={version}
          onVersions={() => dialogs.openVersions(shown)}
          onBack={() => show(shown.id)}
        />
      )}
      {board ? (
        <PastRoom sensors={sensors}>
          <NamedDevices sensors={sensors}>
            <Areas
              key={shown.id}
              board={board}
              mayEdit={board === page.data && board.access !== 'read'}
            />
          </NamedDevices>
        </PastRoom>
      ) : failed.isError ? (
        <FailureNotice
          error={failed.error}
          onRetry={() => void failed.refetch()}
          {...(failed !== page && {
            missing: { title: translate('gone'), text: translate('goneText', { kind: 'page' }) },
          })}
        />
      ) : (
        <AreasLoading />
      )}
    </div>
  )
}

const sensorsOf = (board: Board | undefined): readonly Sensor[] =>
  board?.sensors.flatMap(({ sensor }) => sensor ?? []) ?? []

function AreasLoading() {
  return (
    <div className="pages-loading">
      <div className="skeleton area" />
      <div className="skeleton area" />
    </div>
  )
}

/** How many areas are drawn before it is known which are near the screen. */
const drawnAtOnce = 2

/** All areas of a page with their widgets, live while they are near the screen. */
function Areas({ board, mayEdit }: { readonly board: Board; readonly mayEdit: boolean }) {
  const translate = useTranslations('pages.empty')
  const find = useBoardSensors(board)
  const areas = useMemo(() => normalizePage(board).areas.toSorted(inReadingOrder), [board])
  const draw = useCallback((widget: Widget) => drawWidget(widget, find), [find])
  if (areas.length === 0)
    return (
      <div className="notice">
        <PageIllustration />
        <h2>{translate('title')}</h2>
        {mayEdit && <p>{translate('text')}</p>}
        {mayEdit && <EditLink id={board.id} />}
      </div>
    )
  return (
    <>
      <PageFaults areas={board.areas} find={find} />
      <FollowedLinks className="page-areas">
        {areas.map((area, index) => (
          <AreaView
            key={area.id}
            area={area}
            number={index + 1}
            isFirst={index < drawnAtOnce}
            draw={draw}
          />
        ))}
      </FollowedLinks>
    </>
  )
}

function drawWidget(widget: Widget, find: FindSensor): ReactNode {
  const content = widgetContent(widget, find)
  return <WidgetView widget={content} size={sizeOf(content, widget)} />
}
