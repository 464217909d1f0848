import { securityPolicies, type OpcUaSecurity } from '#features/connectors/contract/kinds/opcua.ts'

/** Every way in that can be chosen, the safest first. */
export const securities: readonly OpcUaSecurity[] = [
  ...(['signAndEncrypt', 'sign'] as const).flatMap((mode) =>
    securityPolicies.filter((policy) => policy !== 'None').map((policy) => ({ mode, policy })),
  ),
  { mode: 'none', policy: 'None' },
]

export const securityName = ({ mode, policy }: OpcUaSecurity): string => `${mode} ${policy}`
