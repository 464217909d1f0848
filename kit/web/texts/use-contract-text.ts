import { useTranslations } from 'use-intl'
import type { ContractState } from '#kit/model/device.ts'

/** The contract of the person for a device. */
interface Contract {
  readonly access: ContractState
  /** Days as `2026-11-30`. */
  readonly contractStart: string | null
  readonly contractEnd: string | null
}

/** What is said of a device that is not open to the person. */
export interface ContractText {
  /** `Contract ended on 2026-11-30`. */
  readonly title: string
  readonly text: string
}

/** Returns a function that says why a device is not open to the person; null for one that is. */
export function useContractText(): (contract: Contract) => ContractText | null {
  const translate = useTranslations('common.contract')
  return ({ access, contractStart, contractEnd }) => {
    if (access === 'open') return null
    return access === 'ended'
      ? { title: translate('ended', { date: contractEnd ?? '' }), text: translate('endedText') }
      : {
          title: translate('upcoming', { date: contractStart ?? '' }),
          text: translate('upcomingText'),
        }
  }
}
