/**
 * The texts of the kinds by the name of the kind, in the catalogues under `connectors.kinds`. Every
 * kind adds its own in its manifest:
 *
 *     declare module '../../kind-texts.ts' {
 *       interface ConnectorKindTexts {
 *         'modbus-tcp': typeof texts
 *       }
 *     }
 */
export interface ConnectorKindTexts {}
