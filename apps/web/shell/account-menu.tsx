import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu-button.tsx'
import type { SessionUser } from '#features/session/contract/routes.ts'

interface AccountMenuProps {
  readonly person: SessionUser
  readonly onSignOut: () => void
  /** Only the drawing of a person, where the bar is short. */
  readonly isNarrow?: boolean
}

/** Who is signed in, with the first role as a tag; the address and the way out in the menu. */
export function AccountMenu({ person, onSignOut, isNarrow = false }: AccountMenuProps) {
  const translate = useTranslations('shell')
  const [role = ''] = person.roles
  return (
    <MenuButton
      label={isNarrow ? translate('account') : translate('accountOf', { name: person.name, role })}
      className={isNarrow ? 'icon-button' : 'top-bar-button'}
      choices={[
        { value: 'email', label: person.email, disabled: true },
        { value: 'sign-out', label: translate('signOut') },
      ]}
      onChoose={(choice) => {
        if (choice === 'sign-out') onSignOut()
      }}
    >
      {isNarrow ? (
        <Icon name="user" />
      ) : (
        <>
          <span className="account-name words clip">{person.name}</span> <PlanTag role={role} />
        </>
      )}
    </MenuButton>
  )
}

function PlanTag({ role }: { readonly role: string }) {
  return role === '' ? null : <span className={role === 'admin' ? 'tag warning' : 'tag'}>{role}</span>
}
