/**
 * The texts of the kinds by the kind's id, in the catalogues under `widgets.kinds`. Every kind adds
 * its own in its manifest:
 *
 *     declare module '../../kind-texts.ts' {
 *       interface KindTexts {
 *         gauge: typeof texts
 *       }
 *     }
 */
export interface KindTexts {}
