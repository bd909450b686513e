// Has kernels compiled by Microsoft's DirectX compiler (DXC), and writes the DXIL to `KERNEL.dxil`. The compiler also validates what it
// makes. Nothing is run.
//
//   dxc KERNEL.hlsl...

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "dxcapi.h"

namespace {

// What a kernel is compiled for: wgpu asks for the highest model that the system has, and all have this one.
constexpr const wchar_t *profile = L"cs_6_0";
// As naga writes HLSL, and as wgpu has it compiled.
constexpr const wchar_t *options[] = {L"-HV", L"2018", L"-Ges"};

struct Failure {
    std::string text;
};

void check(HRESULT result, const char *what) {
    if (FAILED(result)) {
        throw Failure{std::string(what) + " failed"};
    }
}

template <class Interface> CComPtr<Interface> made(REFCLSID of) {
    CComPtr<Interface> instance;
    check(DxcCreateInstance(of, __uuidof(Interface), reinterpret_cast<void **>(&instance)), "DxcCreateInstance");
    return instance;
}

std::string text_of(IDxcBlob *blob) {
    return {static_cast<const char *>(blob->GetBufferPointer()), blob->GetBufferSize()};
}

void compile(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    if (!file || source.empty()) {
        throw Failure{"nothing to read"};
    }
    const auto library = made<IDxcLibrary>(CLSID_DxcLibrary);
    const auto compiler = made<IDxcCompiler>(CLSID_DxcCompiler);
    CComPtr<IDxcBlobEncoding> code;
    const auto bytes = static_cast<UINT32>(source.size());
    check(library->CreateBlobWithEncodingOnHeapCopy(source.data(), bytes, CP_UTF8, &code), "CreateBlob");

    CComPtr<IDxcOperationResult> outcome;
    // The compiler takes an array of pointers that it may change.
    const wchar_t *arguments[std::size(options)];
    std::copy(std::begin(options), std::end(options), arguments);
    check(compiler->Compile(code, L"kernel.hlsl", L"main", profile, arguments, std::size(options), nullptr, 0, nullptr, &outcome),
          "Compile");
    HRESULT status = E_FAIL;
    check(outcome->GetStatus(&status), "GetStatus");
    if (FAILED(status)) {
        CComPtr<IDxcBlobEncoding> errors;
        check(outcome->GetErrorBuffer(&errors), "GetErrorBuffer");
        throw Failure{text_of(errors)};
    }
    CComPtr<IDxcBlob> made_of_it;
    check(outcome->GetResult(&made_of_it), "GetResult");
    CComPtr<IDxcBlobEncoding> listing;
    check(compiler->Disassemble(made_of_it, &listing), "Disassemble");
    std::ofstream(path.substr(0, path.rfind('.')) + ".dxil") << text_of(listing).c_str();
}

} // namespace

int main(int count, char **paths) {
    int refused = 0;
    for (int i = 1; i < count; i++) {
        try {
            compile(paths[i]);
        } catch (const Failure &failure) {
            std::fprintf(stderr, "%s: error: %s\n", paths[i], failure.text.c_str());
            refused++;
        }
    }
    return refused > 0;
}
