import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon, isIconName } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import type { ScreenRoute } from '#kit/web/screens/manifest.ts'
import { useSite } from '../../../../features/session/web/session/use-site.ts'
import { screenAt } from '../../routes/route-table.ts'
import { useTitle } from '../../routes/use-title.ts'
import './planned-page.css'

/** Stands where a screen is still to come, and says what will be there. */
export function PlannedPage({
  screen,
}: {
  readonly screen: ScreenRoute & { readonly planned: string }
}) {
  const translate = useTranslations()
  const title = useTitle()
  const site = useSite()
  const parameters = useOwnParameters(screen)
  const isElsewhere = screen.external !== undefined && site !== undefined
  return (
    <section className="panel planned">
      <Notice
        icon={isIconName(screen.icon) ? screen.icon : 'document'}
        title={title(screen, parameters)}
        action={
          isElsewhere ? (
            <Link to="/documentation/index" className="button">
              {translate('shell.toDocumentation')}
            </Link>
          ) : (
            <span className="chip">
              <Icon name="clock" size={12} />
              {translate('shell.planned')}
            </span>
          )
        }
      >
        <p>{translate(screen.planned as Parameters<typeof translate>[0])}</p>
      </Notice>
    </section>
  )
}

/**
 * What the address says for the parameters of this screen, read once: the address may later be
 * another tab's.
 */
function useOwnParameters(screen: ScreenRoute) {
  return screenAt(location.pathname, { screens: [screen] })?.parameters
}
