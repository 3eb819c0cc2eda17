// SPDX-License-Identifier: MIT
//
// Stored answers of the chains. The numbers come from another implementation
// (tools/make_vectors.py, which writes this file), so that a kernel is never checked against
// itself.
#ifndef HASHLANE_SRC_WORKLOADS_KNOWN_ANSWERS_H
#define HASHLANE_SRC_WORKLOADS_KNOWN_ANSWERS_H

#include "../lib/core/kernel.h"

namespace hashlane::workloads {

/// Lanes 0 … known_lanes - 1 have answers.
constexpr std::size_t known_lanes = 64;
static_assert(known_lanes >= max_lanes);

/// Iterations from the start of a chain to its known answer. Powers of two, so that samples,
/// which are powers of two as well, end exactly there. JSON gives times for as many.
constexpr std::uint64_t sha256_segment = 1 << 16;
constexpr std::uint64_t keccak_segment = 1 << 13;
static_assert(facts_of(Workload::sha256_chain).time_iterations == sha256_segment);
static_assert(facts_of(Workload::keccak_chain).time_iterations == keccak_segment);

/// Lane l's digest after sha256_segment iterations from l as a 32-byte big-endian integer.
constexpr const char *sha256_answers[known_lanes] = {
    "fbaa67c8721dae798fc3251941eed2828f34d932348152c8bae68c703814b6fe",
    "e59621ce1045abb1b337b4bafe0ce861d4da41391074430104f741197e979929",
    "632064f32ac8af2e824a3a0d62377cde3bdd829687e066a94d34a13c55b6fee9",
    "989adad8b5b40e50be7dc99aecbd2cb1c2bc68310c7aa5d3598b09e4da9ce789",
    "f9bfe9ad91907df707f347062e351d5f1bc6ec524e3a704da1867f47d18b2a64",
    "b996cad030edde84e7d875beb1f7fd250b378792bc62cfaea54908fe4998569b",
    "cfe3d8661a2e666b8eeb0caf15240f705d111efdf9f54eaa5974589fb85c2906",
    "c6d615413b66d9a11f761d5568669f48f424daa6202a08c0be02fc328d981d38",
    "3b6913006ec2878145e939a0962e64fe5d9f0c0827fa77d52565b767e59d2bf9",
    "5a35faf4e78dbe4be23c68e25370949fe6d16449b9ce499ebd9c36028c5c5a6e",
    "b5999aca627eceb788bab0a976a1c496d6e0234950aea3521163fe22b48fe67c",
    "289f32d7a0e9b5d37a940039fdf1bf8d14211f64e2ccbd9f16afebc90505bc4e",
    "1d4e50b70ddd78b8f6fbadd3bbcdc788bb60bd410de1dc9a1b18787183337f55",
    "3dc83c16a49a60abc6bda7bbbaa1159e893b0c024d7d91d4c65923128de9a7fa",
    "f1d785527c4f79b9dc1f485f0d8e5e040170014028a96dfa286ab0c83b7ad77b",
    "efb6e82454dd5e01109822821ca4959352d8c389a437e07fc0553498470609ba",
    "824263bdcea5daf921db3798a6d906e02abe92dd406c967bb025f9d5f86cb6f3",
    "d452dce40b8ab4938ac50a7e1e89bd6d5e88a0f3be08c8bd78bc6dab3aa08eea",
    "a534aa53ea01c91146278f73a13e39a45ae9587cb680096eeb9cd5ec3d2f9324",
    "24439c84650ccee2e048e7e0846b20f33925ffc95901789ff392098a286a6adc",
    "448b46e23d539273c2af343fe2cd92e3c20681988527eea03960fa98770bd26e",
    "878b5c2b119d9e5021dcf8d3f8d20d822d50180bf45d549dcf38f64f899fb37a",
    "564bef1fd5000018b424d98664058af4ca1d905a3992d0ff41b2a48dc84b39db",
    "561f50c54c7440ae2d111b072bf348147e69f9a2c3c3fe8a6a44f4c5dc61de93",
    "bd3c57297e768c2a441fac2d58cec0188bbfbd40df6beaefb50d79a7f00eab65",
    "27e42e73c1b478a172ec6cde68a2c14a0fd74b9865f7f567f19d6391638b16b3",
    "22489fdb87badc3c661a7774bea8b2fcf879719259406592dcdc91af15b0e772",
    "2a04ec624cf09a078107cc1b25c465155e7ddad17d6ca42f2a94e0b75d80c6f2",
    "1808804f0a04072f8f498203fcd81bee1d86f485946036e98b2f69435fb19aac",
    "44335ed669bbdbedb0a4cca28c512fbbc54a0215971aeb7b49486243f7df8b98",
    "e6a9937a1251d13636ff7885af605b4d5f59e91679c60183c83aa7dbb3a3972a",
    "f5314c46e71023fad55aea9d567f9f4c06a7514a61934c4d9e74da6a75a37dc5",
    "e05efd74607e70f5d72401d644246a36230c3d176df6000d7a59087f8e9cee03",
    "7dccc2c4579b1d920b5960f29053e537d471b1d494ed5321f9ef7674b61f5011",
    "8ceefd73aaed5967a64233d286729a9e707ad8d6c157602592675eb0233bde65",
    "c8820f275a7efb00e91833fd7e886b18a25ecf9c589d62e45e623a0b02ebb3d2",
    "03b66e699dd64a658a7c968283602efbd1971f5c337565bca64623882f7629a2",
    "b0c1b6c7bff41e7713d4700f8103ad93cc861e11b049398144687f9dc58e64e1",
    "1428891b51de9b3f49a6a6d98dc8c84ee7121944e68b98133f5a1f865da3a1a3",
    "3675d5459f6f410dacc2d3440a78732efcb495751ddc53c7182cee73bf569265",
    "a33c442e65f7f207f961551e9c88075bf140e35813184b5988fafb813a056000",
    "c8133ae5028269fe658b14e1b680d6af485692a3d26f99e8dbd8ea7d75fad162",
    "71546e59f2b1f32a5d60f6cd612850b58c120fe92d24a356b796eb1488ab6a53",
    "979e9508cef1a52c59b4c7add3d2e08ae4aa08d83b619210b3c888782a0a125f",
    "14e63a6d64e930fc45eb867e513c7a726b09c016c5b4ce2393fb3f7e629aa2a6",
    "6103408747c662486f87f27da483480e3bf4f7c7890b01fb787f3b7a5c79b90c",
    "1e03470c41ca519225def32cdf2b443b9e0574ef2d01f1c1475205dce91b2ad3",
    "45246b78f3c026324e3e2cb3e07a4677f1ddecef812a667339dca22833207210",
    "1bdf081153ec1de05de5c9361026c86758eae886d252c66066de7305b27374d0",
    "ceab2933abc976ff4e9dc026419975c2ec8ef9b6d84fd80762395221e4b47cb2",
    "f20e79ef46b9ecfcf4b1a6cc75555bc9a214581220e5e667513ad9f8c5e94d37",
    "c2c9e98691b697fd9921c8416be7ba457a867f70b0041af6f3674831f8c78e86",
    "f515e9cb7ea9367b21bca222df24588831861feac6537cbea4a85d81c0e0f971",
    "5a4c2619a05a95dd5d3c559d35e1c4d3a233a0a2056aa6a69abe49355a6dffd5",
    "a53cd7c03eec825930bccff421de1cd73a1a662089a5f38e30891013fcfe49d0",
    "6e286ba6be4e1db825bb9838937ddc381a140365b83d72af506486d170b133c8",
    "0efdb4ce7de143ec3a79b53ecac2daf7eaec8966ad3069f00905d0604d3db496",
    "feb19c48ffdaff171b5de5289a1346271b21c8218600f0b392e8d972ade2b9c8",
    "9490b8f22d536b6a4895783c9a6f926fbed3e226df36afe1794cc9b9331ae37d",
    "a2fc61ecab2fd9c67e5d6124d02d755ae4f866532744724da690dd520d693e52",
    "ece2025f18ee7c0347bd2bf9f8bc8f51ec42313087a7ec4ff78a7c7817ffd06c",
    "b5658150960b4a6bb8c642d73f45e1b4c8615dacfc00c4b069f1e090c42d8621",
    "5eb448db247b2a7d6c3ec4898e2f05aae2f403b8d77e8b6b620edbfc8bdefbcc",
    "4a56c7eeb4da70965f13ca1b841b519e29cc734ed97028df55b2ce8453a43528",
};

struct KeccakAnswer {
    std::uint64_t first_word; ///< a missing last rotation would not show in the checksum
    std::uint64_t checksum;
};

/// Key l's chain after keccak_segment loops.
// clang-format off
constexpr KeccakAnswer keccak_answers[known_lanes] = {
    {0x65d263b670f004e7, 0xd3e2052856fe5802},
    {0x08d6efb8b700b822, 0xd2f175203df38bbc},
    {0x51535b883543e541, 0x8501e2d1063e5035},
    {0xfe1e0fa4167b2300, 0x9fb6a04100c25602},
    {0x34f8002808fb21cb, 0xfe480a43228e2b17},
    {0x67dc99c049d66d29, 0xcb798ac071b0171d},
    {0xd10fc9c2254db868, 0xf514d17d37a918f3},
    {0x90a457270d711e3e, 0x0e1f91fa42a9d89f},
    {0x4a887f26dabc0c43, 0x572cbe862481d5bb},
    {0xa949fd02c06f043d, 0x805688f1cf2d9e67},
    {0x6cef3d87a5566021, 0xbbb1857e510386fb},
    {0x8458037236aa0140, 0x8ae0ee01b767e1ac},
    {0xc50bfafe1f7b6c9d, 0x83efde6097ae8a98},
    {0x4f61c72c69a0b2bd, 0xe9e790faad15a797},
    {0x0cbc7b116fdc80a0, 0x2d5ec5f49d018304},
    {0x3b46e457a5ceef50, 0xfa44abc3568bbf13},
    {0x7c7549759bb8a7dc, 0x078c76178ccb068d},
    {0xe4a36451739f1b6e, 0x76f3a22089d74486},
    {0x7ba70453a44d0a36, 0x947deca0804aecd5},
    {0xe95d148a32eabe49, 0xdeef5fa75ff69b3c},
    {0xcc7f770a55b8ae72, 0x87874cd0f0fa2df2},
    {0x65e9439abd45afaf, 0xb17deea799bc930b},
    {0xce48bad520e97f39, 0xf9dc9471a87811cf},
    {0xdad259d8a4c7d7ef, 0x7e806ca3310b9265},
    {0xb66c986d2c4d5232, 0x1d81e0779e416654},
    {0xddb14d3ddecb3e30, 0x84c9fba32d5620af},
    {0x87c5eb342550cd2c, 0x206b3a20936ff795},
    {0x602963f6112c2ee7, 0x69c90505353b451a},
    {0xbac848c274493b0d, 0x5ac4520e43babc5b},
    {0xe2b6355aeb254471, 0x4763d215b1c65ee3},
    {0x3e1bb62b5e136c5d, 0x873ecce1a2eec250},
    {0x342122b975532fc2, 0x46270508adbe4d40},
    {0x7b8f92489cdd7fe2, 0xddfa020945035c97},
    {0x0be20e5a5d849eb7, 0xd168950b733dc9bb},
    {0x03f444be176356fa, 0x1c0d64c5a21d20c4},
    {0xfbaf6a93fbe7442c, 0x2fa215cf2628a134},
    {0x6bd231af89ad534e, 0x9e222657b1052562},
    {0x19a615ca4b370a30, 0x4e0deefc0f0638a4},
    {0x2a14551c24a1382c, 0x37cbe5bc629f4b80},
    {0x64c6da97251646af, 0x8a2237bb0d7b03bd},
    {0x9d1d853f0cdaa1e2, 0x2afe9d659db50431},
    {0x21b28eb6e1fa6e3a, 0xcf7dde72541e952f},
    {0x177dfc9ab9a00b53, 0xf6dfae1368467def},
    {0xb5623b309a627322, 0xe2d92f478735ff85},
    {0xaa2ed3ab8feccb3c, 0x42b1c0f05b1a81ab},
    {0xa8ff6598757b9232, 0x3e9daf6e145022a0},
    {0x3d94a5f7635f9c56, 0x8c6033a09ce5cd0d},
    {0x5ff2ff258020a7cc, 0xb81703b29e9356e6},
    {0x287f7e84a93ea60e, 0x402b3a79b1bbcbbc},
    {0xd4d4a8ab34470f47, 0xc7610fb459c12b39},
    {0x65f00f974159fca3, 0x75c41de245ee1f83},
    {0xecb1fea48849b290, 0x6761d01801edc594},
    {0xe783955ecc73ea50, 0x088af4e45bff99f0},
    {0xd25bc48e24027954, 0xbe9378b2300c434b},
    {0x770fd788515ac293, 0xee09699a197bb977},
    {0x66f56d73e7f60f51, 0x68a6397fee08726e},
    {0x02d5989b241fb98b, 0x579b8f918bb925c1},
    {0xca2db793f37f77ba, 0xc4afaa63eeb13a46},
    {0xe2b4fa695d668c99, 0xb3764f26c3fdf2c3},
    {0x77c47dfe54319cb8, 0x8d441772709bffa9},
    {0xef2ec88a9f2540a3, 0xaefcc8222b5a0e7f},
    {0x8f5f72aeae5ed147, 0xc4a6f3ba66f2afd0},
    {0x81d5d41b33506cb8, 0x8037b28ecbdf3eab},
    {0x45a0e3e9e4d8b1b7, 0x5ef58f45b192dd9e},
};
// clang-format on

} // namespace hashlane::workloads

#endif
