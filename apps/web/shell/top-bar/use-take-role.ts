import { useRouter } from '@tanstack/react-router'
import { useSwitchRole } from '../../../../features/session/web/session/use-switch-role.ts'
import { mayOpen, screenAt } from '../../routes/route-table.ts'
import { useRouteTable } from '../../routes/use-routes.ts'

/**
 * Takes a role of one's own, or with null all of them again. Who may not open the present screen
 * any more gets their first one: a page without a menu would leave no way back.
 */
export function useTakeRole(): (role: string | null) => void {
  const router = useRouter()
  const table = useRouteTable()
  const { mutate } = useSwitchRole()
  return (role) => {
    // What the live connection notifies of may lead to the page without a menu before the answer.
    const screen = screenAt(router.state.location.pathname, table)?.screen
    mutate(role, {
      onSuccess: (person) => {
        if (person === undefined) return
        const isClosed = screen !== undefined && !mayOpen(person, screen, table)
        void (isClosed ? router.navigate({ to: '/' }) : router.invalidate())
      },
    })
  }
}
