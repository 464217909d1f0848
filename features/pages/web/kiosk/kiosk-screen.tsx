import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { openKiosk } from '#kit/web/calls/kiosk-token.ts'
import { replyData, routeKey } from '#kit/web/calls/query-of.ts'
import type { ConnectionStatus } from '#kit/web/live/connection/connection-status.ts'
import { useConnection, useHub } from '#kit/web/live/index.ts'
import { coalesced } from '#kit/web/live/frames/coalesced.ts'
import { useOfflinePage } from '#kit/web/offline/use-offline-page.ts'
import { ConnectionLoss } from '#kit/web/screens/connection-loss.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { DeviceNamesContext } from '#kit/web/widgets/device-names-context.ts'
import { NamedDevices } from '#kit/web/widgets/named-devices.tsx'
import { useWallMode } from '#kit/web/wall/use-wall-mode.ts'
import { useUnattended } from '#kit/web/wall/use-unattended.ts'
import { WallStatus } from '#kit/web/wall/wall-status.tsx'
import { readKioskBoard, type KioskBoard } from '../../contract/kiosk.ts'
import { finder } from '../calls/use-sensors.ts'
import { KioskDashboard, KioskPage } from './kiosk-board.tsx'
import { useEndedLink } from './use-ended-link.ts'
import './kiosk.css'

/** A board for whoever has its link: live, and nothing to be changed or followed. */
export default function KioskScreen() {
  const { token = '' }: { readonly token?: string } = useParams({ strict: false })
  const { embed, wall }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const hub = useHub()
  // Before anything that is drawn here opens the socket.
  useLayoutEffect(() => openKiosk(token), [token])
  const board = useQuery({
    queryKey: [...routeKey(readKioskBoard), token],
    queryFn: ({ signal }) => call(readKioskBoard, {}, { signal, token }),
    select: replyData,
    meta: { quiet: true },
    // Nobody is there to try again.
    refetchInterval: ({ state: { error } }) => (error !== null && !isEnd(error) ? retryMs : false),
  })
  const { refetch } = board
  useEffect(() => {
    // What comes together is one call: many screens of a plant share the limit of an address.
    const refetchSoon = coalesced(queueMicrotask, () => void refetch())
    const end = ({ state }: ConnectionStatus) => {
      if (state === 'ended' || state === 'denied') refetchSoon()
    }
    const stops = [
      hub.watchBoards(refetchSoon),
      hub.watchCatalogue(refetchSoon),
      hub.watchConnection(end),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [hub, refetch])
  // What the socket says first: the call may fail for another reason.
  const hasEnded = useConnection().state === 'ended' || isEnd(board.error)
  const isWall = wall === 'on'
  useWallMode({
    ...{ isOn: isWall, hasEnded },
    onChange: (isOn) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, wall: isOn ? 'on' : undefined }),
        replace: true,
      }),
  })
  useUnattended(!hasEnded && !isWall)
  useOfflinePage(!hasEnded)
  useEndedLink(hasEnded, refetch)
  return (
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <main className="kiosk" data-embed={isSet(embed) || undefined} onClickCapture={stayHere}>
      {hasEnded ? (
        <LinkEnded />
      ) : board.data ? (
        <Shown board={board.data} isEmbedded={isSet(embed)} />
      ) : board.isError ? (
        <FailureNotice error={board.error} onRetry={() => void refetch()} />
      ) : (
        <div className="skeleton area" />
      )}
      {!hasEnded && <ConnectionLoss />}
    </main>
  )
}

/** After a board that could not be read. */
const retryMs = 10_000

/** The link does not open anything any more. */
const isEnd = (error: unknown) => error instanceof ApiError && error.status === 401

const isSet = (embed: unknown) => embed !== undefined && embed !== '0' && embed !== 0

/** Where the links of widgets lead nobody gets without an account. */
function stayHere(event: MouseEvent<HTMLElement>): void {
  const isLink = event.target instanceof Element && event.target.closest('a') !== null
  if (isLink) event.preventDefault()
}

function LinkEnded() {
  const translate = useTranslations('pages.kiosk')
  return (
    <Notice icon="lock" title={translate('ended')} isPage>
      <p>{translate('endedText')}</p>
    </Notice>
  )
}

interface ShownProps {
  readonly board: KioskBoard
  readonly isEmbedded: boolean
}

function Shown({ board, isEmbedded }: ShownProps) {
  const sensors = useMemo(() => board.sensors.map(({ sensor }) => sensor), [board])
  const find = useMemo(() => finder(sensors), [sensors])
  const names = useMemo(
    () => new Map(board.devices.map(({ lesiId, name }) => [lesiId, name])),
    [board],
  )
  const Content = board.kind === 'page' ? KioskPage : KioskDashboard
  return (
    <>
      {isEmbedded ? (
        <h1 className="visually-hidden">{board.name}</h1>
      ) : (
        <header className="kiosk-head">
          <h1 className="clip words">{board.name}</h1>
          <WallStatus />
        </header>
      )}
      <DeviceNamesContext value={names}>
        <NamedDevices sensors={sensors}>
          <Content board={board} find={find} />
        </NamedDevices>
      </DeviceNamesContext>
    </>
  )
}
