/**
 * The master secret in the environment, or undefined. Secrets that come through files and environments often end in a
 * line break, which is not part of them.
 */
export function environmentKey(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  return environment['COUNTERSIGN_KEY']?.trim();
}
