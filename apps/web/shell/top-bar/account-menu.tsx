import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { SessionUser } from '#features/accounts/contract/sign-in.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { turnHelp } from '../../../../features/toolbox/web/help/help-state.ts'
import { startTour } from '../../../../features/toolbox/web/tour/tour-state.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useTakeRole } from './use-take-role.ts'

interface AccountMenuProps {
  readonly person: SessionUser
  readonly onSignOut: () => void
  /**
   * Where the bar is short: only the drawing of a person is shown; the settings and full screen are
   * in the menu.
   */
  readonly onSettings?: () => void
}

/**
 * Choices of roles carry this before the role's name, so that no role can be taken for an action.
 */
const rolePrefix = 'role:'
const allRoles = 'all-roles'

/**
 * Who is signed in, with the first role as a tag, also in the menu: a short bar has no room for
 * them. In the menu the address, the profile, the roles to take, and the way out.
 */
export function AccountMenu({ person, onSignOut, onSettings }: AccountMenuProps) {
  const isNarrow = onSettings !== undefined
  const translate = useTranslations('shell')
  const fullScreen = useFullScreen()
  const choices = useChoices(person, isNarrow, fullScreen.label)
  const router = useRouter()
  const takeRole = useTakeRole()
  const [role = ''] = person.roles
  return (
    <MenuButton
      label={isNarrow ? translate('account') : translate('accountOf', { name: person.name, role })}
      className={isNarrow ? 'icon-button' : 'top-bar-button'}
      choices={choices}
      current={person.activeRole === null ? allRoles : rolePrefix + person.activeRole}
      onChoose={(choice) => {
        if (choice === 'sign-out') onSignOut()
        else if (choice === 'settings') onSettings?.()
        else if (choice === 'full-screen') fullScreen.turn()
        else if (choice === 'help') turnHelp()
        else if (choice === 'tour') startTour()
        else if (choice === 'profile') void router.navigate({ href: '/profile/edit' })
        else takeRole(choice === allRoles ? null : choice.slice(rolePrefix.length))
      }}
    >
      {isNarrow ? (
        <Icon name="user" />
      ) : (
        <>
          {person.avatar !== '' && (
            <img className="account-picture" src={person.avatar} alt="" width={22} height={22} />
          )}
          <span className="account-name words clip">{person.name}</span> <PlanTag role={role} />
        </>
      )}
    </MenuButton>
  )
}

function useChoices(
  { name, email, roles: held, availableRoles, activeRole }: SessionUser,
  isNarrow: boolean,
  fullScreen: string,
): readonly MenuChoice<string>[] {
  const translate = useTranslations('shell')
  const help = useTranslations('toolbox.help')
  const canChoose = availableRoles.length > 1 || activeRole !== null
  const roles: readonly MenuChoice<string>[] = [
    { value: 'roles', label: translate('role'), kind: 'heading' },
    { value: allRoles, label: translate('allRoles'), disabled: activeRole === null },
    ...availableRoles.map((role) => ({
      value: rolePrefix + role,
      label: role,
      disabled: role === activeRole,
    })),
  ]
  return [
    { value: 'name', label: name, kind: 'heading', mark: <PlanTag role={held[0] ?? ''} /> },
    { value: 'email', label: email, kind: 'heading' },
    { value: 'profile', label: translate('profile'), kind: 'action' },
    ...(isNarrow
      ? [
          { value: 'settings', label: translate('settings.title'), kind: 'action' } as const,
          { value: 'full-screen', label: fullScreen, kind: 'action' } as const,
          { value: 'help', label: help('open'), kind: 'action' } as const,
        ]
      : []),
    { value: 'tour', label: help('tour'), kind: 'action' },
    ...(canChoose ? roles : []),
    { value: 'sign-out', label: translate('signOut'), kind: 'action' },
  ]
}

function PlanTag({ role }: { readonly role: string }) {
  return role === '' ? null : (
    <span className={role === 'admin' ? 'tag warning' : 'tag'}>{role}</span>
  )
}
