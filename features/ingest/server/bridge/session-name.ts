/** The session of an installation at an external broker. */
export const sessionName = (installationId: string): string => `warroom-${installationId}`
