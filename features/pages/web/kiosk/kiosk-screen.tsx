import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError, call } from '#kit/web/calls/call.ts'
import { openKiosk } from '#kit/web/calls/kiosk-token.ts'
import { replyData } from '#kit/web/calls/query-of.ts'
import { useHub } from '#kit/web/live/index.ts'
import { useOfflinePage } from '#kit/web/offline/use-offline-page.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { GivenDeviceNames } from '#kit/web/widgets/given-device-names.ts'
import { useUnattended } from '#kit/web/wall/use-unattended.ts'
import { readKioskBoard, type KioskBoard } from '../../contract/kiosk.ts'
import { finder } from '../calls/use-sensors.ts'
import { WallStatus } from '../index/wall-status.tsx'
import { KioskDashboard, KioskPage } from './kiosk-board.tsx'
import './kiosk.css'

/** A board for whoever has its link: live, and nothing to be changed or followed. */
export default function KioskScreen() {
  const { token = '' }: { readonly token?: string } = useParams({ strict: false })
  const { embed }: { readonly embed?: unknown } = useSearch({ strict: false })
  const hub = useHub()
  useEffect(() => openKiosk(token), [token])
  const board = useQuery({
    queryKey: ['kiosk', token],
    queryFn: ({ signal }) => call(readKioskBoard, {}, { signal, token }),
    select: replyData,
    meta: { quiet: true },
  })
  const { refetch } = board
  useEffect(() => {
    const again = () => void refetch()
    const stops = [hub.watchBoards(again), hub.watchCatalogue(again), hub.watchConnection(again)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [hub, refetch])
  const hasEnded = board.error instanceof ApiError && board.error.status === 401
  useUnattended(!hasEnded)
  useOfflinePage(!hasEnded)
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
        <div className="skeleton" />
      )}
    </main>
  )
}

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
  const find = useMemo(() => finder(board.sensors.map(({ sensor }) => sensor)), [board])
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
      <GivenDeviceNames value={names}>
        <Content board={board} find={find} />
      </GivenDeviceNames>
    </>
  )
}
