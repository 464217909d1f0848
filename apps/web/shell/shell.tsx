import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { Rights } from '#kit/model/gate.ts'
import { mayOnlyRead } from '#kit/model/permission.ts'
import { askAgainWhatFails } from '#kit/web/calls/ask-again.ts'
import { mayRetry } from '#kit/web/calls/query.ts'
import { CanOpenContext } from '#kit/web/screens/can-open.ts'
import { useDensity } from '#kit/web/theme/density.ts'
import { useThemeColour } from '#kit/web/theme/use-theme-colour.ts'
import { useOfflinePage } from '#kit/web/offline/use-offline-page.ts'
import {
  liveHub,
  useCatalogueChanges,
  useConnection,
  type CatalogueUpdate,
} from '#kit/web/live/index.ts'
import { AlarmBanner } from '../../../features/alarms/web/banner/alarm-banner.tsx'
import { AlarmsNotKnown } from '../../../features/alarms/web/banner/alarms-not-known.tsx'
import { EvaluationStopped } from '../../../features/alarms/web/banner/evaluation-stopped.tsx'
import { startReports } from '../../../features/client-errors/web/start-reports.ts'
import { LiveAlarms } from '../../../features/alarms/web/source/live-alarms.tsx'
import { useCatalogueUpdates } from '../../../features/sensors/web/use-catalogue-updates.ts'
import { useSession } from '../../../features/session/web/session/use-session.ts'
import { Help } from '../../../features/toolbox/web/help/help.tsx'
import { useCanOpen } from '../routes/use-routes.ts'
import { followRights, leaveSession } from '../session-guard.ts'
import { Footer } from './footer.tsx'
import { PersonTour } from './person-tour.tsx'
import { PrintHead } from './print-head.tsx'
import { SettingsDrawer } from './settings/settings-drawer.tsx'
import { useSettings } from './settings/settings-state.ts'
import { closeDrawer, useSidebar } from './sidebar/sidebar-state.ts'
import { SensorDetail } from './sensor-detail.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { CachedViews } from './tabs/cached-views.tsx'
import { TabBar } from './tabs/tab-bar.tsx'
import { useActiveView } from './tabs/use-active-view.ts'
import { TopBar } from './top-bar/top-bar.tsx'
import { useAskedRights } from './use-asked-rights.ts'
import { useHasLive } from './use-has-live.ts'
import { useListsOfDevices } from './use-lists-of-devices.ts'
import { usePushNotices } from './use-push-notices.ts'
import './shell.css'

/**
 * The frame around every screen of a signed-in person: menu, top bar, tabs, the screens of all
 * tabs, footer, settings.
 */
export default function Shell() {
  const translate = useTranslations('shell')
  const { mode, toggle, withoutAnimation } = useSidebar()
  const { tagsView, fixedHeader } = useSettings()
  const density = useDensity((state) => state.density)
  const [hasSettings, setSettings] = useState(false)
  const { active, table } = useActiveView()
  const hasLive = useHasLive()
  const person = useSession()
  const canOpen = useCanOpen()
  const stage = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  useOfflinePage(hasLive)
  useAskedRights(hasLive)
  usePushNotices()
  useThemeColour()
  useClosingDrawer()
  useFocusBeforeNavigation(main)
  return (
    <LiveAlarms isOn={hasLive}>
      <div
        className="shell"
        data-sidebar={mode}
        data-tabs={tagsView ? '' : undefined}
        data-header={fixedHeader ? 'fixed' : 'moving'}
        data-size={density}
        data-still={withoutAnimation ? '' : undefined}
      >
        <a className="skip-link" href="#main">
          {translate('skip')}
        </a>
        <Sidebar mode={mode} onClose={closeDrawer} />
        <div className="stage" ref={stage}>
          <PrintHead />
          <div className="stage-head">
            <TopBar sidebar={mode} onToggleSidebar={toggle} onSettings={() => setSettings(true)} />
            {tagsView && <TabBar active={active} table={table} />}
            {hasLive && <EvaluationStopped />}
            {hasLive && <AlarmsNotKnown />}
            {hasLive && person && <AlarmBanner person={person.id} />}
          </div>
          <main className="main" id="main" tabIndex={-1} ref={main}>
            <CanOpenContext value={canOpen}>
              <CachedViews active={active} table={table} scroller={fixedHeader ? main : stage} />
            </CanOpenContext>
            <Outlet />
          </main>
        </div>
        <Footer />
        {hasLive && <SessionEnd />}
        {hasLive && <RightsChange />}
        {hasLive && <CatalogueUpdates />}
        {hasLive && <Recovery />}
        <SensorDetail />
        <Help path={active ?? '/'} />
        <PersonTour />
        {person && <ErrorReports person={person} />}
        {hasSettings && <SettingsDrawer onClose={() => setSettings(false)} />}
      </div>
    </LiveAlarms>
  )
}

/** A drawer that led to another screen has done its work. */
function useClosingDrawer(): void {
  const router = useRouter()
  useEffect(() => router.subscribe('onResolved', () => closeDrawer(true)), [router])
}

/**
 * The focus leaves a screen before it is hidden: its fields would receive that they have lost it
 * when parts of them are already gone, and some then fail.
 */
function useFocusBeforeNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged && main.current?.contains(document.activeElement))
          main.current.focus({ preventScroll: true })
      }),
    [router, main],
  )
}

/**
 * The live socket is the first to receive that a session has ended elsewhere, or that its rights
 * have changed.
 */
function SessionEnd(): null {
  const { state } = useConnection()
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    // Asks the hub again: what was rendered may still be the end of the session before this one.
    if (state === 'ended' && liveHub.connection().state === 'ended')
      void leaveSession(router, client)
    if (state === 'denied') void followRights(router, client)
  }, [state, router, client])
  return null
}

/** What the person may do has changed while they are here: the menu and the gates follow. */
function RightsChange(): null {
  const router = useRouter()
  const client = useQueryClient()
  const refresh = useCallback(
    (update: CatalogueUpdate) => {
      if (update === 'reload') void followRights(router, client)
    },
    [client, router],
  )
  useCatalogueChanges(refresh)
  return null
}

/** Errors of the built application are reported for people who may change something. */
function ErrorReports({ person: { roles } }: { readonly person: Pick<Rights, 'roles'> }): null {
  const isOn = import.meta.env.PROD && !mayOnlyRead(roles)
  useEffect(() => (isOn ? startReports() : undefined), [isOn])
  return null
}

/** Lists that were fetched follow what is changed of sensors and devices. */
function CatalogueUpdates(): null {
  useCatalogueUpdates()
  useListsOfDevices()
  return null
}

/**
 * What could not be fetched while the server was away is asked for again when it is back; what
 * fails while it is there, until it succeeds.
 */
function Recovery(): null {
  const { state } = useConnection()
  const client = useQueryClient()
  useEffect(() => {
    if (state !== 'live') return undefined
    void client.refetchQueries({
      predicate: ({ state: { error } }) => mayRetry(error),
      type: 'active',
    })
    return askAgainWhatFails(client)
  }, [state, client])
  return null
}
