/** What is read back without being asked: nothing, all that is printed, or everything. */
export const verifyPolicies = ['off', 'print', 'all'] as const
export type VerifyPolicy = (typeof verifyPolicies)[number]
